"""What bots and the laboratory may use of Turandot's rules besides the functions of `opera_rules.turandot`.

They import nothing else from inside this package.
"""

from opera_rules.turandot.phases.offering import helpers_for
from opera_rules.turandot.phases.scoring import PUCCINI_POINTS, Gains, gains_of, highest_sum, points_of, silent_cast
from opera_rules.turandot.state import Game, Hand, Player
from opera_rules.turandot.views.choices import card_brings, scenery_brings
