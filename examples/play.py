#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A player for a server of Linework, by Python's standard library alone.

    play.py URL play [linja|liniell]     makes a game with the computer, and plays it out
    play.py URL join ID                  takes the free seat of a game
    play.py URL value RULES POSITION     every turn of a position of Linja with its exact value

Turns come from the server: the best by its table or its search. Where it has no table of Linja, any legal
turn will do, as `linework linja moves` lists them ($LINEWORK is that program). docs/server.md has the protocol.
"""
import base64, hashlib, json, os, random, secrets, socket, subprocess, sys, time
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen


def ask(url, path, body=None):
    """A question over HTTP; the answer is JSON. Who is told to wait waits."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)} if body else {}
    request = Request(url + path, json.dumps(body).encode() if body else None, headers)
    while True:
        try:
            with urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except HTTPError as refused:
            if refused.code not in (429, 503):
                raise
            time.sleep(int(refused.headers.get("Retry-After", 1)))


class Socket:
    """The socket of a game: WebSocket (RFC 6455), as much of it as a client needs."""

    def __init__(self, url, game):
        at = urlsplit(url)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.socket = socket.create_connection((at.hostname, at.port or 80))
        self.socket.sendall((f"GET {at.path}v1/games/{game}/socket HTTP/1.1\r\nHost: {at.netloc}\r\n"
                             f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: linework.v1\r\n\r\n").encode())
        self.bytes = self.socket.makefile("rb")
        if b" 101 " not in self.bytes.readline():
            raise ConnectionError("no socket for this game")
        while self.bytes.readline() != b"\r\n":
            pass

    def send(self, opcode, payload):
        mask, size = secrets.token_bytes(4), len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def say(self, **message):
        self.said = message
        self.send(1, json.dumps(message).encode())

    def messages(self):
        while True:
            first, size = self.bytes.read(2)
            if size >= 126:
                size = int.from_bytes(self.bytes.read(2 if size == 126 else 8), "big")
            payload = self.bytes.read(size)
            if first & 15 == 1:
                yield json.loads(payload)
            elif first & 15 == 8:
                raise ConnectionError(f"closed with {int.from_bytes(payload[:2], 'big')}")
            elif first & 15 == 9:
                self.send(10, payload)


def best_turn(url, view):
    """What the server thinks best."""
    position = quote(view["position"].replace(" ", "_"), safe="/@=,?_-")
    if view["game"] == "liniell":
        return ask(url, f"v1/liniell?nodes=200&position={position}")["turns"][0]["turn"]
    try:
        return ask(url, f"v1/linja?rules={view['rules']}&position={position}")["turns"][0]["turn"]
    except HTTPError as refused:
        if refused.code != 404:  # there is no table
            raise
    moves = [os.environ.get("LINEWORK", "linework"), "linja", "moves", "--rules", view["rules"], "--position"]
    return random.choice(subprocess.run(moves + [view["position"]], check=True, capture_output=True,
                                        text=True).stdout.split())


def play(url, seat, mine):
    """Plays on a seat until the game is over; `mine` are this player's random bytes, for Liniell."""
    game = Socket(url, seat["id"])
    game.say(do="hello", token=seat["token"], after=0)
    for number, message in enumerate(game.messages()):
        if message.get("why") == "too-fast":  # which is not kept: the same may be said again
            time.sleep(0.5)
            game.say(**game.said)
        elif "no" in message and message["why"] not in ("stale", "not-now", "over"):
            raise RuntimeError(message["detail"])
        if "event" not in message:
            continue
        view, event = ask(url, f"v1/games/{seat['id']}"), message["event"]
        if view["status"] == "over":
            return view
        if event == "joined" and view["status"] == "starting" and seat["player"] == 1:
            game.say(id=str(number), do="reveal", random=mine)
        elif event == "draw-offered":
            game.say(id=str(number), do="answer-draw", yes=False)
        elif event == "undo-asked":
            game.say(id=str(number), do="answer-undo", yes=True)
        elif view["status"] == "playing" and view["players"][view["turn"]] == seat["player"] and view["n"] == message["n"]:
            game.say(id=str(number), do="turn", ply=view["ply"], turn=best_turn(url, view))


def main(url, what, *rest):
    if what == "value":
        position = quote(rest[1].replace(" ", "_"), safe="/_")
        for turn in ask(url, f"v1/linja?rules={rest[0]}&position={position}")["turns"]:
            print(f"{turn['turn']}\t{turn['value']:+d}")
        return
    mine = secrets.token_bytes(16)
    if what == "join":
        seat = ask(url, f"v1/games/{rest[0]}/join", {"name": "Python", "random": mine.hex()})
    else:
        seat = ask(url, "v1/games", {"game": rest[0] if rest else "linja", "name": "Python",
                                     "randomHash": hashlib.blake2b(mine, digest_size=32).hexdigest(),
                                     "opponent": {"level": 2}})
    view = play(url, seat, mine.hex())
    print(f"{view['id']} {view['result']} {view['reason']}")


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[2] not in ("play", "join", "value"):
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
