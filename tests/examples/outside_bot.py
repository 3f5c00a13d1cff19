"""Play at your table from outside, with any line that is allowed: `python outside_bot.py TABLE [--at HOST]`."""

import json
import random
import subprocess
import sys
import time


def opera(*words: str) -> str:
    """Run the command; what it says is the answer, or the end of this program."""
    done = subprocess.run(["opera", *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else sys.exit(done.stderr)


table, *place = sys.argv[1:]
while (state := json.loads(opera("state", table, "--json", *place)))["state"] == "running":
    if state["lines"]:
        print(opera("act", table, random.choice(state["lines"]), *place), end="")
    else:
        time.sleep(1)
