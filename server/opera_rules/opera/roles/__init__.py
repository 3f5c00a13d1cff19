"""The six roles, one module each, with the same names; `pawns` is what the three characters share.

`check_hire` refuses a role that cannot be carried out at all, `check` a play that is not allowed, `plays` yields the
plays that are, `carry_out` does it; `box` and `prospect` fill the role's box and the row that offers to hire it. `ASKS`
is the decision that the role asks the others for, and `may_be_asked` says which seats; employees also have `things`
(how many things joining in pays for) and `is_idle`.
"""

from importlib import import_module
from types import ModuleType

from opera_games.opera.words import ROLES, Role

ROLE_RULES: dict[Role, ModuleType] = {role: import_module(f"{__name__}.{role}") for role in ROLES}
