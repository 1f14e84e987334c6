"""Speech models: fetched in pieces over a bad network, unpacked whole or not at all."""

import hashlib
import http.server
import json
import os
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import COMMAND, environment, run

from assistant import download, modelstore
from assistant import models as models_of
from assistant.errors import FileError, UsageError
from assistant.offers import catalogue

NAME = catalogue().models["de"].name


class Site(http.server.ThreadingHTTPServer):
    """A site on this machine; it can break off, ignore ranges, or change its file."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.breaks: list[int] = []
        """After how many bytes each of the next answers breaks off."""
        self.ranges = True
        self.tags = True
        """Whether it marks its files, so that a part can be told to belong to one."""
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        content = self.server.files.get(self.path[1:])
        if content is None:
            self.send_error(404)
            return
        tag = f'"{hashlib.md5(content).hexdigest()}"'  # noqa: S324 - a name, not a secret
        wanted = self.headers.get("Range")
        start = 0
        if wanted and self.server.ranges and self.headers.get("If-Range") == tag:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
        self.server.asked.append(f"{self.path[1:]} {start}")
        if start >= len(content) and start:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(content)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(content) - start))
        if self.server.tags:
            self.send_header("ETag", tag)
        self.end_headers()
        body = content[start:]
        if self.server.breaks and self.path.endswith(".zip"):
            body = body[: self.server.breaks.pop(0)]
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def site() -> Iterator[Site]:
    server = Site()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def quiet(_have: int, _total: int) -> None: ...


CONTENT = os.urandom(300_000)


def test_a_file_arrives_whole_through_any_number_of_interruptions(
    site: Site, tmp_path: Path
) -> None:
    site.files["x.zip"] = CONTENT
    site.breaks = [100_000, 0, 50_000, 70_000]
    seen: list[tuple[int, int]] = []
    target = tmp_path / "new" / "x.zip"
    download.fetch(f"{site.url}/x.zip", target, lambda *now: seen.append(now), pause=0)
    assert target.read_bytes() == CONTENT
    assert site.asked == ["x.zip 0", "x.zip 100000", "x.zip 100000", "x.zip 150000", "x.zip 220000"]
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert [path.name for path in target.parent.iterdir()] == ["x.zip"]


def test_a_download_that_broke_off_goes_on_another_day(site: Site, tmp_path: Path) -> None:
    site.files["x.zip"] = CONTENT
    site.breaks = [90_000] + [0] * 20
    target = tmp_path / "x.zip"
    with pytest.raises(FileError, match="goes on from there"):
        download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    assert not target.exists()
    site.breaks, site.asked = [], []
    download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    assert target.read_bytes() == CONTENT
    assert site.asked == ["x.zip 90000"]


def test_a_part_that_nobody_can_go_on_from_is_not_kept_nor_promised(
    site: Site, tmp_path: Path
) -> None:
    site.files["x.zip"] = CONTENT
    site.breaks, site.tags = [90_000] * 20, False
    target = tmp_path / "new" / "x.zip"
    with pytest.raises(FileError, match="begins anew"):
        download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    assert list(target.parent.iterdir()) == []
    site.breaks = [0] * 20
    with pytest.raises(FileError, match="cannot be reached"):
        download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    with pytest.raises(FileError, match="404"):
        download.fetch(f"{site.url}/y.zip", tmp_path / "new" / "y.zip", quiet, pause=0)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("ranges", [True, False])
def test_a_file_that_changed_meanwhile_is_fetched_anew(
    site: Site, tmp_path: Path, ranges: bool
) -> None:
    site.files["x.zip"] = CONTENT
    site.breaks = [90_000] + [0] * 20
    target = tmp_path / "x.zip"
    with pytest.raises(FileError):
        download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    site.breaks, site.ranges = [], ranges
    site.files["x.zip"] = CONTENT[::-1]
    download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    assert target.read_bytes() == CONTENT[::-1]


def test_a_part_that_is_already_whole_is_asked_for_once(site: Site, tmp_path: Path) -> None:
    site.files["x.zip"] = CONTENT
    target = tmp_path / "x.zip"
    download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    part = target.with_name("x.zip.part")
    target.rename(part)
    tag = f'"{hashlib.md5(CONTENT).hexdigest()}"'  # noqa: S324 - as above
    part.with_name("x.zip.part.tag").write_text(tag)
    download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    assert target.read_bytes() == CONTENT


def test_no_network_and_no_file_are_one_sentence_each(site: Site, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="404"):
        download.fetch(f"{site.url}/missing.zip", tmp_path / "x.zip", quiet, pause=0)
    with pytest.raises(FileError, match="Connect to the internet"):
        download.fetch("http://127.0.0.1:9/x.zip", tmp_path / "x.zip", quiet, pause=0)


def test_two_windows_do_not_fetch_the_same_file(site: Site, tmp_path: Path) -> None:
    site.files["x.zip"] = CONTENT
    stop = threading.Event()
    started = threading.Event()

    def slow(_have: int, _total: int) -> None:
        started.set()
        stop.wait(10)

    target = tmp_path / "x.zip"
    first = threading.Thread(
        target=download.fetch, args=(f"{site.url}/x.zip", target, slow), kwargs={"pause": 0}
    )
    first.start()
    started.wait(10)
    with pytest.raises(UsageError, match="another window"):
        download.fetch(f"{site.url}/x.zip", target, quiet, pause=0)
    stop.set()
    first.join()
    assert target.read_bytes() == CONTENT


# Models


@pytest.fixture(scope="module")
def lab(shared: Path) -> Path:
    return shared / "data" / "models" / "vosk-fide-de-lab.zip"


def models(home: Path, *words: str) -> tuple[int, str, str]:
    done = run("models", *words, home=home)
    return done.returncode, done.stdout, done.stderr


def leftovers(home: Path) -> list[str]:
    folder = home / "chess-assistant" / "models"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def offered(site: Site, content: bytes, **wrong: str) -> None:
    md5 = hashlib.md5(content).hexdigest()  # noqa: S324 - as above
    row = {"name": NAME, "md5": md5, "size": len(content)} | wrong
    site.files[f"{NAME}.zip"] = content
    site.files["model-list.json"] = json.dumps([{"name": "other"}, row]).encode()


def test_a_model_is_installed_from_the_net_listed_checked_and_removed(
    site: Site, lab: Path, tmp_path: Path
) -> None:
    offered(site, lab.read_bytes())
    status, out, err = models(tmp_path, "install", "de", "--site", site.url)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Fetching 3 MB."
    assert lines[1:11] == [f"{tenth}0 percent." for tenth in range(1, 11)]
    assert lines[11].startswith(f"Installed: {NAME} for de in ")
    assert leftovers(tmp_path) == ["de"]
    assert f"de: installed, {NAME}, 3 MB" in models(tmp_path, "list")[1]
    assert "en: not installed" in models(tmp_path, "list")[1]
    assert json.loads(models(tmp_path, "list", "--json")[1])["de"]["installed"]
    status, out, err = models(tmp_path, "check")
    assert (status, err) == (0, "")
    assert f"de, installed: Whole: {tmp_path}/chess-assistant/models/de/{NAME}\n" in out
    # a second one takes its place
    assert models(tmp_path, "install", "de", "--from", str(lab))[0] == 0
    assert leftovers(tmp_path) == ["de"]
    assert "vosk-fide-de-lab" in models(tmp_path, "list")[1]
    assert "comes with the program listens again" in models(tmp_path, "remove", "de")[1]
    assert leftovers(tmp_path) == []
    assert models(tmp_path, "remove", "de")[0] == 2


def test_an_installation_that_is_killed_leaves_no_half_model_and_goes_on(
    site: Site, lab: Path, tmp_path: Path
) -> None:
    offered(site, lab.read_bytes())
    site.breaks = [1_000_000] + [0] * 100
    process = subprocess.Popen(
        [*COMMAND, "models", "install", "de", "--site", site.url],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(tmp_path),
        text=True,
    )
    assert process.stdout is not None
    with process.stdout:
        assert any(line.startswith("30") for line in process.stdout)
    process.kill()
    process.wait()
    assert leftovers(tmp_path) == [f"{NAME}.zip.part", f"{NAME}.zip.part.tag"]
    assert "de: a small model comes with the program" in models(tmp_path, "list")[1]
    site.breaks = []
    status, out, _ = models(tmp_path, "install", "de", "--site", site.url)
    assert status == 0
    assert out.startswith("Going on at 30 percent")
    assert leftovers(tmp_path) == ["de"]


@pytest.mark.parametrize(
    ("wrong", "sentence"), [({"md5": "0" * 32}, "md5 differs"), ({"size": "7"}, "instead of 7")]
)
def test_a_model_that_is_not_as_promised_is_thrown_away(
    site: Site, lab: Path, tmp_path: Path, wrong: dict[str, str], sentence: str
) -> None:
    offered(site, lab.read_bytes(), **wrong)
    status, _, err = models(tmp_path, "install", "de", "--site", site.url)
    assert (status, err.count("\n")) == (1, 1)
    assert sentence in err
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("rows", [None, b"not json", b"[7]"])
def test_a_site_without_a_checksum_is_told_and_the_archive_still_checked(
    site: Site, lab: Path, tmp_path: Path, rows: bytes | None
) -> None:
    site.files[f"{NAME}.zip"] = lab.read_bytes()
    if rows is not None:
        site.files["model-list.json"] = rows
    status, out, err = models(tmp_path, "install", "de", "--site", site.url)
    assert (status, err) == (0, "")
    assert out.splitlines()[-3].startswith("The site gave no checksum: only the size")
    flipped = bytearray(lab.read_bytes())
    flipped[1_500_000] ^= 0xFF
    site.files[f"{NAME}.zip"] = bytes(flipped)
    status, _, err = models(tmp_path, "install", "de", "--site", site.url)
    assert (status, err.count("\n")) == (1, 1)
    assert leftovers(tmp_path) == ["de"]
    offered(site, lab.read_bytes())
    assert "gave no checksum" not in models(tmp_path, "install", "de", "--site", site.url)[1]


def archive(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


WHOLE = dict.fromkeys(
    (
        "m/am/final.mdl",
        "m/conf/mfcc.conf",
        "m/conf/model.conf",
        "m/graph/HCLr.fst",
        "m/graph/Gr.fst",
    ),
    b"x" * 99,
)


def test_an_archive_without_a_usable_model_changes_nothing(lab: Path, tmp_path: Path) -> None:
    assert models(tmp_path, "install", "de", "--from", str(lab))[0] == 0
    torn = tmp_path / "torn.zip"
    torn.write_bytes(lab.read_bytes()[:2_000_000])
    flipped = bytearray(lab.read_bytes())
    flipped[1_500_000] ^= 0xFF
    (tmp_path / "flipped.zip").write_bytes(flipped)
    (tmp_path / "text.zip").write_text("no zip")
    cases = {
        torn: "no whole zip",
        tmp_path / "flipped.zip": "no whole zip|cannot be unpacked",
        tmp_path / "text.zip": "no whole zip",
        archive(tmp_path / "none.zip", **{"m/README": b"x"}): "am/final.mdl is missing",
        archive(tmp_path / "hollow.zip", **WHOLE | {"m/am/final.mdl": b""}): "missing or empty",
        archive(tmp_path / "rubbish.zip", **WHOLE): "broken Vosk model",
        archive(tmp_path / "slip.zip", **WHOLE | {"../../evil": b"x"}): "outside its own folder",
        archive(tmp_path / "root.zip", **WHOLE | {"/evil": b"x"}): "outside its own folder",
        tmp_path / "missing.zip": "no such file",
    }
    for path, sentence in cases.items():
        status, out, err = models(tmp_path, "install", "de", "--from", str(path))
        assert (status, out, err.count("\n")) == (1, "", 1), path
        assert any(part in err for part in sentence.split("|")), err
        assert leftovers(tmp_path) == ["de"]
    assert not (tmp_path / "evil").exists()
    assert models(tmp_path, "check")[0] == 0


@pytest.mark.parametrize("name", ["graph/Gr.fst", "graph/HCLr.fst", "graph/words.txt"])
def test_a_model_that_was_cut_off_is_not_whole_and_its_file_is_named(
    lab: Path, tmp_path: Path, name: str
) -> None:
    with zipfile.ZipFile(lab) as packed:
        packed.extractall(tmp_path)
    model = tmp_path / lab.stem
    assert models(tmp_path, "check", str(model))[0] == 0
    content = (model / name).read_bytes()
    # in the middle of a line, of its number, and behind a line
    ends = [len(content) // 2]
    if name.endswith(".txt"):
        line = content.index(b"\n", len(content) // 2)
        ends = [line - 4, line - 1, line, line + 1]
    for end in ends:
        (model / name).write_bytes(content[:end])
        status, out, err = models(tmp_path, "check", str(model))
        assert (status, out.count("\n"), err) == (1, 1, "")
        assert f"is a broken Vosk model: {name} is damaged" in out
    heard = run("hear", "--model", str(model), "x.wav", home=tmp_path)
    assert (heard.returncode, heard.stdout, heard.stderr.count("\n")) == (1, "", 1)
    assert f"{name} is damaged" in heard.stderr


def test_the_one_model_of_an_archive_is_found_at_any_depth_and_two_are_named(
    lab: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(lab) as packed:
        files = {one: packed.read(one) for one in packed.namelist() if not one.endswith("/")}
    about = {"deep/README": b"x", "__MACOSX/deep/vosk-fide-de-lab/am/._final.mdl": b"x"}
    deep = archive(tmp_path / "a.zip", **{f"deep/er/{one}": files[one] for one in files}, **about)
    status, out, err = models(tmp_path, "install", "de", "--from", str(deep))
    assert (status, err) == (0, "")
    assert "Installed: vosk-fide-de-lab for de" in out
    assert "a model of de, not of en" in models(tmp_path, "install", "en", "--from", str(deep))[2]
    flat = archive(tmp_path / "b.zip", **{one.partition("/")[2]: files[one] for one in files})
    assert "Installed: b for de" in models(tmp_path, "install", "de", "--from", str(flat))[1]
    two = {f"{root}/{one.partition('/')[2]}": files[one] for one in files for root in "xy"}
    both = archive(tmp_path / "c.zip", **two)
    status, out, err = models(tmp_path, "install", "de", "--from", str(both))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "c.zip holds 2 models: x, y." in err
    assert leftovers(tmp_path) == ["de"]


def test_wrong_use_of_models_is_one_sentence(tmp_path: Path) -> None:
    for words, sentence in (
        (["install", "sk"], "no official model"),
        (["install", "../de"], "no language"),
        (["remove", "de"], "comes with the program and stays"),
        (["install", "de", "--from", "x.zip", "--site", "y"], "not both"),
        (["install", "de", "--site", "nonsense"], "'nonsense' is no address"),
        (["install", "de", "--site", "file:///tmp"], "no address"),
        (["install", "de", "--site", "http://[::"], "no address"),
        (["install", "de", "--site", "http://x:port"], "no address"),
        (["install", "de", "--site", "http://a b"], "no address"),
    ):
        status, out, err = models(tmp_path, *words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert sentence in err
    status, out, _ = models(tmp_path, "check", str(tmp_path))
    assert (status, out.count("\n")) == (1, 1)
    assert "final.mdl is missing" in out


def test_a_model_is_installed_only_for_a_known_language_and_its_own(tmp_path: Path) -> None:
    english = archive(tmp_path / "m.zip", **{"vosk-model-small-en-us-0.15/README": b"x"})
    status, _, err = models(tmp_path, "install", "xx", "--from", str(english))
    assert (status, err.count("\n")) == (2, 1)
    assert "cs, de, en, es" in err
    status, _, err = models(tmp_path, "install", "de", "--from", str(english))
    assert (status, err.count("\n")) == (2, 1)
    assert "vosk-model-small-en-us-0.15, a model of en" in err
    # of its own language it is unpacked, and only then found to be no model
    assert "final.mdl is missing" in models(tmp_path, "install", "en", "--from", str(english))[2]


def test_a_named_model_wins_and_is_never_replaced_in_silence(
    lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(FileError, match="models install en"):
        models_of.find("en")
    assert models_of.came_along(models_of.find("de"))
    found = modelstore.unpack(lab, "de")
    assert not models_of.came_along(models_of.find("de"))
    other = modelstore.unpack(lab, "xx")
    assert models_of.find("de") == found.path
    assert models_of.find("de", str(other.path)) == other.path
    assert models_of.find("de", None, str(other.path)) == other.path
    with pytest.raises(FileError, match="There is no folder"):
        models_of.find("de", str(tmp_path / "missing"))
    with pytest.raises(FileError, match="is a file"):
        models_of.find("de", str(lab))
    # a power cut between the two names of a replacement
    folder = found.path.parent
    folder.rename(folder.with_name(".de.old"))
    assert modelstore.installed()["de"].path == found.path


def test_the_model_that_comes_along_is_listed_checked_and_named(tmp_path: Path) -> None:
    status, out, _ = models(tmp_path, "list")
    assert status == 0
    assert f"de: a small model comes with the program and listens. A larger one: {NAME}," in out
    assert "sk: not installed, and no official model." in out
    rows = json.loads(models(tmp_path, "list", "--json")[1])
    assert rows["de"]["comes_along"]
    assert (rows["de"]["installed"], rows["en"]["comes_along"]) == (None, None)
    status, out, err = models(tmp_path, "check")
    assert (status, err) == (0, "")
    first, last = out.splitlines()
    assert first == f"de, comes with the program: Whole: {models_of.included('de')}"
    assert last.startswith("No model is here for cs, en, es, fr, it, pl, sk")
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\ndriver = "off"\nmodel = "/nonexistent"\n')
    status, out, _ = models(tmp_path, "check", "--settings", str(settings))
    assert status == 1
    assert out.startswith("For every language by the settings: Not usable: There is no folder")
    told = run("doctor", home=tmp_path).stdout
    assert "Fine: For de listens the small model that comes with the program" in told
    assert "Not fine: Unknown language 'xx'" in run("doctor", "-l", "xx", home=tmp_path).stdout
    assert "Fine: No speech model is here for en" in run("doctor", "-l", "en", home=tmp_path).stdout


def test_a_language_without_an_official_model_is_not_sent_to_install_one(tmp_path: Path) -> None:
    for words in (["hear", "x.wav"], ["enroll", "Anna", "--microphone", "file:x.wav"]):
        done = run(*words, "--language", "sk", home=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert "no speech model for the language sk, and no official one" in done.stderr
        assert "--language with one of: cs, de, en, es, fr, it, pl" in done.stderr
        assert "models install sk;" not in done.stderr


def test_every_language_in_the_catalogue_is_spoken_here() -> None:
    from assistant import data

    assert set(catalogue().models) <= set(data.languages())
