"""A second implementation of Opera, written from the rules page alone.

It carries out actions on the full state as a transcript shows it, and takes chance from the `offer` event, as the
page promises to other programs.
"""

from collections import Counter
from collections.abc import Iterator

from rules.opera.lawyer import FEES, Lawyer, Map

COMPOSERS = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")
INCOME = (0, 1, 3, 5, 8, 11, 15)


class Referee(Lawyer):
    """Keeps a state of its own and plays along."""

    offer: Map | None = None

    def play(self, seat: int, action: Map, offer: Map | None) -> None:
        """Carry out a legal action and everything that follows; `offer` is the event of a new offer, if any."""
        self.offer = offer
        del self.state["waiting"][str(seat)]
        getattr(self, f"do_{action['do']}")(seat, action)

    def do_bid(self, seat: int, action: Map) -> None:
        bids = self.state["bids"]
        bids[str(seat)] = action["amount"]
        if self.state["waiting"]:
            return
        for other in self.order():
            if amount := bids[str(other)]:
                self.state["players"][other]["ducats"] -= amount
                self.move_marker(other, self.level(other) + amount)
        self.state["bids"] = {}
        self.state["phase"] = "act"
        self.look_up_initiative()

    def move_marker(self, seat: int, level: int) -> None:
        self.state["budget"][self.level(seat)].remove(seat)
        self.state["budget"][level].append(seat)

    def do_close(self, seat: int, action: Map) -> None:
        self.state["players"][seat]["closed"] = True
        self.look_up_initiative()

    def do_hire(self, seat: int, action: Map) -> None:
        role = action["role"]
        self.move_marker(seat, self.level(seat) - FEES[role])
        self.state["players"][seat]["hired"] += 1
        self.state["roles"].remove(role)
        getattr(self, f"play_{role}")(seat, action)
        if role in ("maestro", "critico"):
            self.look_up_initiative()
            return
        self.state["playing"] = role
        self.state["queue"] = [other for other in self.order() if other != seat]
        self.ask_next()

    def do_join(self, seat: int, action: Map) -> None:
        if cost := self.joining_cost(action):
            self.move_marker(seat, self.level(seat) - cost)
        getattr(self, f"play_{self.state['playing']}")(seat, action)
        self.ask_next()

    def do_intermezzo(self, seat: int, action: Map) -> None:
        self.ask_next()

    def do_appraise(self, seat: int, action: Map) -> None:
        if action["accept"]:
            self.state["discard"][self.score_pieces(seat, self.state["pawns"]["esperto"])] += 1
        self.ask_next()

    def ask_next(self) -> None:
        asked = [seat for seat in self.state["queue"] if self.is_asked(seat)]
        if not asked:
            self.state["queue"] = []
            self.state["playing"] = None
            self.look_up_initiative()
            return
        self.state["queue"] = asked[1:]
        self.state["waiting"] = {str(asked[0]): "appraise" if self.state["playing"] == "esperto" else "join"}

    def is_asked(self, seat: int) -> bool:
        role = self.state["playing"]
        if role == "esperto":
            return bool(self.composers(seat, self.state["pawns"]["esperto"]))
        if self.state["players"][seat]["closed"] or self.level(seat) < (0 if self.two else 1):
            return False
        if role == "signora":
            return len(self.state["palazzo"]) < self.palazzo_places()
        return role == "impresario" or any(self.parts_for(seat))

    def parts_for(self, seat: int) -> Iterator[bool]:
        for city, plan in self.cities.items():
            built = self.houses(seat).get(city, {"parts": []})["parts"]
            for wing in plan.halls if self.is_open(city) else ():
                fits = f"{city}.{wing}" not in built and (wing == "main" or bool(built))
                yield fits and self.state["parts"][f"{city}.{wing}"] > 0

    def look_up_initiative(self) -> None:
        players = self.state["players"]
        while True:
            holders = [seat for seat in self.order() if not players[seat]["closed"]]
            roles = self.state["roles"]
            if not holders or not roles or min(FEES[role] for role in roles) > self.level(holders[0]):
                self.finish_round()
                return
            if players[holders[0]]["hired"] < (4 if self.two else 3):
                self.state["waiting"] = {str(holders[0]): "act"}
                return
            players[holders[0]]["closed"] = True

    def play_impresario(self, seat: int, action: Map) -> None:
        player = self.state["players"][seat]
        for composer in action["buy"]:
            player["ducats"] -= self.fame(composer)
            self.state["offer"][composer] -= 1
            player["stock"].append(composer)
        if action["layout"] is not None:
            left = self.owned(seat)
            for city, halls in action["layout"].items():
                player["houses"][city]["halls"] = list(halls)
                left -= Counter(piece for piece in halls if piece)
            player["stock"] = list(left.elements())
        player["stock"].sort()

    def play_architetto(self, seat: int, action: Map) -> None:
        player = self.state["players"][seat]
        for part in action["build"]:
            city, _, wing = part.partition(".")
            number = self.cities[city].halls[wing]
            player["ducats"] -= 2 * number
            player["points"] += 2 * number
            self.state["parts"][part] -= 1
            house = player["houses"].setdefault(city, {"parts": [], "halls": []})
            rows = {}
            halls = list(house["halls"])
            for old in house["parts"]:
                size = self.cities[city].halls[old.partition(".")[2]]
                rows[old], halls = halls[:size], halls[size:]
            rows[part] = [None] * number
            house["parts"] = sorted(rows)
            house["halls"] = [piece for name in sorted(rows) for piece in rows[name]]

    def play_signora(self, seat: int, action: Map) -> None:
        piece, source = action["piece"], action["source"]
        player = self.state["players"][seat]
        if source == "stock":
            player["stock"].remove(piece)
        else:
            self.empty_hall(seat, source, piece)
        self.state["palazzo"].append(piece)
        player[action["reward"]] += self.fame(piece) * (2 if action["reward"] == "ducats" else 1)

    def empty_hall(self, seat: int, city: str, piece: str) -> None:
        halls = self.houses(seat)[city]["halls"]
        halls[halls.index(piece)] = None

    def play_maestro(self, seat: int, action: Map) -> None:
        self.state["pawns"]["maestro"] = action["city"]

    def play_critico(self, seat: int, action: Map) -> None:
        self.state["pawns"]["critico"] = action["city"]
        ladder = self.state["ladder"]
        step = 1 if action["steps"] > 0 else -1
        for _ in range(abs(action["steps"])):
            at = ladder.index(action["composer"])
            ladder[at], ladder[at + step] = ladder[at + step], ladder[at]

    def play_esperto(self, seat: int, action: Map) -> None:
        city = action["city"]
        self.state["pawns"]["esperto"] = city
        points = [player["points"] for player in self.state["players"]]
        if not self.composers(seat, city):
            return
        best = self.score_pieces(seat, city)
        if points[seat] == min(points):
            self.state["discard"][best] += 1
            return
        receiver = [other for other in self.order() if points[other] == min(points)][-1]
        self.state["players"][receiver]["stock"].append(best)
        self.state["players"][receiver]["stock"].sort()

    def score_pieces(self, seat: int, city: str) -> str:
        """Score the own pieces in the city, and take the best one from its hall."""
        pieces = sorted(self.composers(seat, city), key=self.fame)
        self.state["players"][seat]["points"] += sum(map(self.fame, pieces))
        self.empty_hall(seat, city, pieces[-1])
        return pieces[-1]

    def finish_round(self) -> None:
        self.state["waiting"] = {}
        self.pay_income()
        self.raise_composers()
        is_last = self.state["round"] == self.countings[-1]
        if not is_last:
            self.end_round()
        if self.state["round"] in self.countings:
            self.count_points()
        if is_last:
            self.state["phase"] = "done"
            return
        self.state["round"] += 1
        self.state["phase"] = "bid"
        self.state["waiting"] = {str(seat): "bid" for seat in range(self.count)}

    def pay_income(self) -> None:
        for player in self.state["players"]:
            for city, house in player["houses"].items():
                staged = sum(piece is not None for piece in house["halls"])
                player["ducats"] += INCOME[staged] * (2 if self.state["pawns"]["maestro"] == city else 1)

    def raise_composers(self) -> None:
        staged = Counter(p for seat in range(self.count) for city in self.cities for p in self.composers(seat, city))
        if not staged:
            return
        ladder = self.state["ladder"]
        movers = [composer for composer in reversed(ladder) if staged[composer] == max(staged.values())]
        stuck = set()
        for mover in movers:
            at = ladder.index(mover)
            if at == 5 or ladder[at + 1] in stuck:
                stuck.add(mover)
            else:
                ladder[at], ladder[at + 1] = ladder[at + 1], ladder[at]

    def end_round(self) -> None:
        state = self.state
        self.fill_offer()
        state["roles"] = list(FEES)
        if len(state["palazzo"]) == self.palazzo_places():
            self.empty_palazzo()
        for seat, player in enumerate(state["players"]):
            player["hired"], player["closed"] = 0, False
            player["ducats"] += self.level(seat) == 0

    def fill_offer(self) -> None:
        """Follow the event, and check that it can be true."""
        state, event = self.state, self.offer
        assert event is not None, "a round ended without a new offer"
        discard = {c: state["discard"][c] + state["offer"][c] for c in COMPOSERS}
        pieces, surplus = Counter[str](event["pieces"]), Counter[str](event["surplus"])
        drawn, most, size = (pieces + surplus).total(), 2 if self.two else 3, {2: 5, 3: 7, 4: 9}[self.count]
        assert max(pieces.values(), default=0) <= most
        assert all(pieces[composer] == most for composer in surplus), "set aside although there was room"
        assert event["reshuffled"] == (drawn > state["supply"])
        everything = state["supply"] + sum(discard.values())
        assert pieces.total() == size or (pieces.total() < size and drawn == everything)
        if event["reshuffled"]:
            state["supply"], discard = everything, dict.fromkeys(COMPOSERS, 0)
        state["supply"] -= drawn
        if self.two:
            discard = {c: discard[c] + surplus[c] for c in COMPOSERS}
        else:
            state["supply"] += surplus.total()
        state["offer"] = {composer: pieces[composer] for composer in COMPOSERS}
        state["discard"] = discard

    def empty_palazzo(self) -> None:
        for composer in self.state["palazzo"]:
            self.state["discard"][composer] += 1
        self.state["palazzo"] = []

    def count_points(self) -> None:
        honoured = self.state["century"][self.episode - 1]
        for player in self.state["players"]:
            for house in player["houses"].values():
                great = house["halls"][0]
                player["points"] += self.fame(great) if great else 0
                player["points"] += self.episode if great == honoured else 0
                player["points"] -= house["halls"].count(None)
        self.empty_palazzo()

    def ranking(self) -> list[tuple[int, int]]:
        points = [player["points"] for player in self.state["players"]]
        return [(seat, points[seat]) for seat in sorted(self.order(), key=lambda seat: -points[seat])]
