"""Programs of ours that run in a process of their own, so that a library that hangs, prints or
dies takes nothing with it: `synthesiser` turns text into sound, `player` plays it.
"""
