"""Can a side still mate by any legal sequence of moves?"""
