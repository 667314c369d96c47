"""The table: players take turns at one screen, and nobody sees another's hand."""

import time
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from ..analysis import odds
from ..core.errors import BadEvent, BadRequest, GipfelError
from ..core.game import CHANCE
from ..core.rulebook import Rulebook, rulebook
from . import answers, opponents
from .answers import COMMANDS, Command
from .choices import Group, listing
from .history import Told, has_secrets, take_back, told
from .palette import RED, SEATS, chip
from .rules import print_rule, print_rules
from .sitting import Sitting
from .terminal import Terminal

NEWS = 8
"""Lines of what happened that stand above a board at the most."""


PACE = 1.2
"""Seconds that a bot's move stays on the screen before the next."""
STANDSTILL = 200
"""Events of chance in a row after which a game has come to a standstill."""
STANDSTILL_NEWS = "Nobody can act any more, however chance falls: the game ends without a winner."


class Quit(Exception):
    """A player wants to leave."""


class Table:
    """One screen, shared by all players of a game."""

    def __init__(self, sitting: Sitting, terminal: Terminal) -> None:
        self.sitting = sitting
        self.terminal = terminal
        self._at_screen: int | None = None
        self._notes = [
            Text("Type the number of a choice; help tells what else you can type.", "dim")
        ]
        self._stood_in: set[tuple[int, str]] = set()
        """The bots for which another grade stood in, and why: told once."""

    @property
    def rulebook(self) -> Rulebook:
        """The rules of the game on the table."""
        return rulebook(self.sitting.match.game.NAME)

    def run(self) -> None:
        """Play to the end. Raises Quit, EOFError or KeyboardInterrupt if a player leaves."""
        opponents.get_ready(self.sitting.match, self.sitting.bots)
        while (actor := self.sitting.match.actor) is not None:
            if actor == CHANCE:
                self._luck()
            elif self.sitting.bots[actor] is not None:
                self._let_bot(actor)
            elif actor == self._at_screen or not self._is_private:
                self._at_screen = actor
                self._decide(actor)
            else:
                self._hand_over(actor)
        self._show_end()

    def _luck(self) -> None:
        """Let chance act, unless it has long been alone: then nobody will ever act again."""
        last = self.sitting.match.steps[-STANDSTILL:]
        if len(last) == STANDSTILL and all(step.actor == CHANCE for step in last):
            self.terminal.show(Text(STANDSTILL_NEWS, f"bold {RED}"))
            raise Quit
        self.sitting.roll()

    @property
    def _is_private(self) -> bool:
        """Whether a person at the screen may see what another must not."""
        return len(self.sitting.people) > 1 and has_secrets(self.sitting.match)

    def _let_bot(self, seat: int) -> None:
        """Let a bot move; in front of a terminal, show it for as long as it takes to read."""
        sitting, terminal = self.sitting, self.terminal
        grade = sitting.bots[seat]
        assert grade is not None, "the seat is a bot's"
        thought = opponents.think(sitting.match, grade, sitting.seed)
        sitting.match.play(sitting.match.game.write(thought.event))
        if thought.why and (seat, thought.why) not in self._stood_in:
            self._stood_in.add((seat, thought.why))
            words = f"{sitting.names[seat]} plays as {thought.grade} for now: {thought.why}"
            self._notes.append(Text(words, "dim"))
        if terminal.is_watched and self._show_last_move():
            time.sleep(PACE)

    def _show_last_move(self) -> bool:
        """Show the table after a bot's move as everybody may see it; say if there was news."""
        sitting, terminal = self.sitting, self.terminal
        viewer = sitting.people[0] if len(sitting.people) == 1 else None
        happened = told(sitting.match, viewer, last=2 * NEWS)
        if not self._news(happened[-1:]):
            return False
        news = self._news(happened)[-NEWS:]
        view = sitting.match.game.view(sitting.match.state, viewer)
        paper = terminal.paper(len(news) + len(self._notes) + 1)
        terminal.clear()
        self._show_notes(keep=True)
        terminal.show(*news, sitting.board.draw(view, sitting.names, paper))
        return True

    def _hand_over(self, seat: int) -> None:
        """Clear the screen and wait until the seat that must act is in front of it."""
        name = self.sitting.names[seat]
        self.terminal.forget()
        self.terminal.clear()
        self._show_notes()
        self.terminal.show(Text.assemble(chip(seat), f" Hand the screen to {name}."), "")
        typed = self.terminal.ask(f"{name}, press Enter > ")
        command = answers.command(typed)
        if command is None:
            self._at_screen = seat
        elif command.word in ("undo", "save", "load", "quit"):  # the others could show a hand
            self._obey(command)

    def _decide(self, seat: int) -> None:
        """Ask a seat until it has moved or the position is another one."""
        match, names = self.sitting.match, self.sitting.names
        choices = self.sitting.board.choices(match.game.view(match.state, seat), names)
        self._show(seat, choices)
        asked: Sequence[Group] = choices
        while asked:
            typed = self.terminal.ask(f"{names[seat]} {SEATS[seat].shape} > ")
            command = answers.command(typed)
            if command is not None:
                if self._obey(command):
                    return
                self._show_notes()
            elif typed in ("", "back"):
                asked = choices
                self.terminal.show(listing(asked, self.terminal.width))
            else:
                asked = self._take(typed, asked)

    def _take(self, typed: str, asked: Sequence[Group]) -> Sequence[Group]:
        """Play what was typed; return what is to be chosen from next, nothing once it is played."""
        try:
            asked = answers.take(self.sitting.match, typed, asked)
        except GipfelError as error:
            self.terminal.complain(error, self.rulebook.rules.get(error.rule or "", ""))
            if isinstance(error, BadEvent):
                self.terminal.show(Text("Type the number of a choice, or help.", "dim"))
            return asked
        if asked:
            self.terminal.show(listing(asked, self.terminal.width))
        return asked

    def _show(self, seat: int, choices: Sequence[Group]) -> None:
        """Show a seat what happened, the board, and what it may do."""
        sitting, terminal = self.sitting, self.terminal
        view = sitting.match.game.view(sitting.match.state, seat)
        news = self._news(told(sitting.match, seat, since_own_move=True))
        if len(news) > NEWS:
            news = [Text("… (log tells all)", "dim"), *news[1 - NEWS :]]
        offer = listing(choices, terminal.width)
        rows = len(self._notes) + len(news) + len(offer.plain.splitlines()) + 2
        question = Text.assemble(
            chip(seat), " ", (sitting.board.question(view, sitting.names), "bold")
        )
        terminal.clear()
        self._show_notes()
        terminal.show(
            *news,
            sitting.board.draw(view, sitting.names, terminal.paper(rows)),
            question,
            offer,
        )

    def _news(self, happened: Sequence[Told]) -> list[Text]:
        """Say in words what happened, a line each."""
        lines = []
        for one in happened:
            words = self.sitting.board.tell(one, self.sitting.names)
            sign = chip(one.actor) if isinstance(one.actor, int) else Text(" ⚄ ")
            if words:
                lines.append(Text.assemble(sign, " ", words))
        return lines

    def _show_end(self) -> None:
        """Show the last position, who won, and where the record is."""
        sitting, terminal = self.sitting, self.terminal
        match, names = sitting.match, sitting.names
        view = match.game.view(match.state, None)
        winners = match.game.winners(match.state)
        won = " and ".join(names[seat] for seat in winners) + (
            " win" if len(winners) > 1 else " wins"
        )
        terminal.clear()
        terminal.show(
            *self._news(told(match, None))[-3:],
            sitting.board.draw(view, names, terminal.paper(12)),
            "",
            Text.assemble(*(chip(seat) for seat in winners), (f" {won}!", f"bold {RED}")),
            sitting.board.result(view, names),
            "",
        )

    def _obey(self, command: Command) -> bool:
        """Do what a command says; say whether the board must be shown again."""
        try:
            match command.word:
                case "quit":
                    raise Quit
                case "undo":
                    self._undo()
                case "load":
                    self._load(command.rest)
                case "save":
                    self._save(command.rest)
                    return False
                case "rules" if command.rest:
                    print_rule(self.terminal, self.rulebook, command.rest)
                    return False
                case "rules":
                    print_rules(self.terminal, self.rulebook)
                    return False
                case "hint":
                    from .hint import hinted_at_once  # noqa: PLC0415  what plays need not load it

                    self.terminal.show(*hinted_at_once(self.sitting.match, self.sitting.names))
                    return False
                case "odds":
                    match = self.sitting.match
                    self.terminal.show(self.sitting.board.odds(odds(match.game, match.state)))
                    return False
                case "log":
                    self.terminal.show(*self._news(told(self.sitting.match, self._at_screen)))
                    return False
                case "help":
                    self._help()
                    return False
        except GipfelError as error:
            self._notes.append(Text(str(error), f"bold {RED}"))
            return False
        return True

    def _undo(self) -> None:
        if not take_back(self.sitting.match, self.sitting.people):
            raise BadRequest("There is nothing to take back: this is the first decision.")
        self._notes.append(Text("Taken back. Dice and cards stay as they fell."))

    def _save(self, file: str) -> None:
        path, refusals = self.sitting.keep(Path(file).expanduser() if file else None)
        self._notes += [Text(refusal, f"bold {RED}") for refusal in refusals]
        if path is None:
            raise BadRequest("The game could not be saved anywhere; save FILE names another place.")
        self._notes.append(Text(f"Saved: {path}"))

    def _load(self, file: str) -> None:
        """Put another game on the table; the one that was there is saved first."""
        if not file:
            raise BadRequest("Say which file: load FILE.")
        other = Sitting.resume(Path(file).expanduser())
        self._save("")
        self.sitting = other
        self._at_screen = None
        opponents.get_ready(other.match, other.bots)

    def _help(self) -> None:
        self.terminal.show(
            Text("Type the number of a choice, or a move as records write it, or a part of one.")
        )
        for form, what in COMMANDS.values():
            self.terminal.show(Text.assemble(f"  {form:<13}", (what, "dim")))

    def _show_notes(self, *, keep: bool = False) -> None:
        """Show what the last command had to say; a screen that soon goes keeps it for the next."""
        for note in self._notes:
            self.terminal.say(note)
        if not keep:
            self._notes.clear()

    def leave_no_secrets(self) -> None:
        """Clear the screen if it may show what only one player should see."""
        if self._is_private:
            self.terminal.forget()
