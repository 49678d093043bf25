# What is answered on one connection (tests/test_http.c). The server is known as localhost, port 80,
# as 192.0.2.7, and by the names games.example and other.example:8080.
#
#   > TEXT    a line that is sent, with its line end
#   ~ TEXT    sent as it is; \r \n \t \\ and \xHH stand for bytes
#   = 404 200 the status of each answer; then "closed" if the server hangs up behind them
#   + TEXT    stands in what was answered
#   - TEXT    does not

# One request, and the connection stays.
> GET /nowhere HTTP/1.1
> Host: localhost
>
= 404
+ There is nothing here.
- connection:

# Several at once, answered in their order.
> GET /nowhere HTTP/1.1
> Host: localhost
>
> GET / HTTP/1.1
> Host: localhost
>
> HEAD /sw.js HTTP/1.1
> Host: localhost
> Connection: close
>
> GET /never-heard HTTP/1.1
> Host: localhost
>
= 404 200 200 closed
+ connection: close

# A method that is not for us changes nothing for the next request.
> POST / HTTP/1.1
> Host: localhost
>
> DELETE / HTTP/1.1
> Host: localhost
> Content-Length: 0
>
> PUT /sw.js HTTP/1.1
> Host: localhost
> Content-Length: 3
>
~ abcGET / HTTP/1.1\r\nHost: localhost\r\n\r\n
= 405 405 405 200
+ allow: GET, HEAD

> OPTIONS * HTTP/1.1
> Host: localhost
>
> CONNECT games.example:443 HTTP/1.1
> Host: localhost
>
> BREW /pot HTTP/1.1
> Host: localhost
>
> get / HTTP/1.1
> Host: localhost
>
= 405 405 501 501

# HEAD: as GET, without the body.
> HEAD /nowhere HTTP/1.1
> Host: localhost
>
= 404
+ content-length: 107
- There is nothing here.

# --- where a request goes ---

> GET http://localhost/nowhere HTTP/1.1
> Host: localhost
>
> GET HTTP://LOCALHOST HTTP/1.1
> Host: localhost
>
> GET http://localhost?query HTTP/1.1
> Host: localhost
>
= 404 200 200

# What should have been encrypted was not.
> GET https://localhost/nowhere HTTP/1.1
> Host: localhost
>
= 421

> GET https:/localhost HTTP/1.1
> Host: localhost
>
= 400 closed

> GET ftp://localhost/ HTTP/1.1
> Host: localhost
>
= 400 closed

# The host in the address counts, not the field.
> GET http://evil.example/ HTTP/1.1
> Host: localhost
>
> GET http://localhost/ HTTP/1.1
> Host: evil.example
>
> GET http://someone@localhost/ HTTP/1.1
> Host: localhost
>
= 421 200 421

# A name that somebody else has given our address.
> GET / HTTP/1.1
> Host: evil.example
>
> GET / HTTP/1.1
> Host: localhost.evil.example
>
> GET / HTTP/1.1
> Host: localhost:8080
>
> GET / HTTP/1.1
> Host:
>
> GET / HTTP/1.1
> Host: games.example.evil.example
>
= 421 421 421 421 421
+ content-security-policy:
- <!doctype html>

# Names that are ours.
> GET / HTTP/1.1
> Host: localhost:80
>
> GET / HTTP/1.1
> Host: 127.0.0.1
>
> GET / HTTP/1.1
> Host: [::1]:80
>
> GET / HTTP/1.1
> Host: LocalHost
>
> GET / HTTP/1.1
> Host: 192.0.2.7
>
> GET / HTTP/1.1
> Host: Games.Example:443
>
> GET / HTTP/1.1
> Host: other.example:8080
>
> GET / HTTP/1.1
> Host: other.example
>
= 200 200 200 200 200 200 200 421

> GET / HTTP/1.1
>
= 400 closed

> GET / HTTP/1.1
> Host: localhost
> Host: localhost
>
= 400 closed

# No folder of the machine is behind the paths.
> GET /../../etc/passwd HTTP/1.1
> Host: localhost
>
> GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1
> Host: localhost
>
> GET //sw.js HTTP/1.1
> Host: localhost
>
> GET /./sw.js HTTP/1.1
> Host: localhost
>
> GET /%73w.js HTTP/1.1
> Host: localhost
>
> GET /sw.js?x=%zz HTTP/1.1
> Host: localhost
>
> GET /%c0%ae%c0%ae/ HTTP/1.1
> Host: localhost
>
= 404 404 404 404 200 200 404

> GET /sw.js%00.html HTTP/1.1
> Host: localhost
>
= 400 closed

> GET /%0d%0aX:y HTTP/1.1
> Host: localhost
>
= 400 closed

> GET /%4 HTTP/1.1
> Host: localhost
>
= 400 closed

> GET sw.js HTTP/1.1
> Host: localhost
>
= 400 closed

> GET /#top HTTP/1.1
> Host: localhost
>
= 400 closed

~ GET /\xc3\xa4 HTTP/1.1\r\nHost: localhost\r\n\r\n
= 400 closed

# --- versions ---

> GET / HTTP/1.0
>
= 200 closed
+ connection: close

> GET /nowhere HTTP/1.0
> Connection: Keep-Alive
>
> GET /nowhere HTTP/1.0
>
= 404 404 closed
+ connection: keep-alive

> GET /nowhere HTTP/1.1
> Host: localhost
> Connection: keep-alive, close
>
> GET / HTTP/1.1
> Host: localhost
>
= 404 closed

> GET /nowhere HTTP/1.9
> Host: localhost
>
= 404

> GET / HTTP/2.0
> Host: localhost
>
= 505 closed

> GET /
>
= 400 closed

> GET  / HTTP/1.1
> Host: localhost
>
= 400 closed

> GET / HTTP/1.1 x
> Host: localhost
>
= 400 closed

~ PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n
= 505 closed

# --- upgrades, none of which we know: the request is answered as if it had not asked ---

> GET /nowhere HTTP/1.1
> Host: localhost
> Connection: Upgrade
> Upgrade: websocket
> Origin: http://evil.example
> Sec-WebSocket-Version: 13
> Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
>
> GET / HTTP/1.1
> Host: localhost
> Connection: Upgrade, HTTP2-Settings
> Upgrade: h2c
> HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA
>
> GET / HTTP/1.1
> Host: localhost
> Connection: Upgrade
> Upgrade: something
>
= 404 200 200

# --- lines ---

# Empty lines before a request are tolerated.
~ \r\n\r\nGET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n
= 404

~ GET / HTTP/1.1\nHost: localhost\n\n
= 400 closed

~ GET / HTTP/1.1\rHost: localhost\r\n\r\n
= 400 closed

~ GET / HTTP/1.1\r\nHost: local\x00host\r\n\r\n
= 400 closed

~ \x16\x03\x01\x02\x00\x01\x00\x01\xfc
= 400 closed

> GET / HTTP/1.1
> Host : localhost
>
= 400 closed

> GET / HTTP/1.1
> Host: localhost
> X: a
>   folded
>
= 400 closed

> GET / HTTP/1.1
> Host: localhost
> no colon
>
= 400 closed

> GET / HTTP/1.1
> Host: localhost
> : no name
>
= 400 closed

> G@T / HTTP/1.1
> Host: localhost
>
= 400 closed

# A value may hold bytes that are no ASCII, and may be empty.
~ GET /nowhere HTTP/1.1\r\nHost:\tlocalhost \r\nX: \xe4\r\nY:\r\n\r\n
= 404

# --- bodies, which are heard and forgotten ---

~ GET /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: localhost\r\n\r\n
= 404 200
+ There is nothing here.

~ GET /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\n00001 \r\n!\r\n0\r\nTrailer: x\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n
= 404 200

> POST / HTTP/1.1
> Host: localhost
> Content-Length: 65537
>
= 413 closed

> POST / HTTP/1.1
> Host: localhost
> Content-Length: 99999999999999999999999999
>
= 400 closed

> POST / HTTP/1.1
> Host: localhost
> Content-Length: -5
>
= 400 closed

> POST / HTTP/1.1
> Host: localhost
> Content-Length: 5, 5
>
= 400 closed

> POST / HTTP/1.1
> Host: localhost
> Content-Length: 5
> Content-Length: 6
>
= 400 closed

> POST / HTTP/1.1
> Host: localhost
> Content-Length: 5
> Transfer-Encoding: chunked
>
= 400 closed

> POST / HTTP/1.0
> Transfer-Encoding: chunked
>
= 400 closed

> POST / HTTP/1.1
> Host: localhost
> Transfer-Encoding: gzip, chunked
>
= 501 closed

~ POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n
= 400 closed

~ POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n0\r\n\r\n
= 400 closed

~ POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n
= 400 closed

~ POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n
= 413 closed

# More zeros than a size has: it is not guessed what they might mean.
~ POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n000000000000000000000000000000005\r\nhello\r\n0\r\n\r\n
= 400 closed

> POST / HTTP/1.1
> Host: localhost
> Expect: 100-continue
> Content-Length: 2
>
= 100
- 405

> POST / HTTP/1.1
> Host: localhost
> Expect: a-miracle
> Content-Length: 2
>
= 417 closed

# --- packed or not ---

> GET /sw.js HTTP/1.1
> Host: localhost
> Accept-Encoding: deflate, gzip;q=0.1
> Connection: close
>
= 200 closed
+ content-encoding: gzip

> GET /sw.js HTTP/1.1
> Host: localhost
> Accept-Encoding: deflate
> Accept-Encoding: *
> Connection: close
>
= 200 closed
+ content-encoding: gzip

> GET /sw.js HTTP/1.1
> Host: localhost
> Accept-Encoding: gzip;q=0, *
> Connection: close
>
= 200 closed
- content-encoding: gzip

> GET /sw.js HTTP/1.1
> Host: localhost
> Accept-Encoding: gzip ; Q=0.000, gzipped
> Connection: close
>
= 200 closed
- content-encoding: gzip

> GET /sw.js HTTP/1.1
> Host: localhost
> Connection: close
>
= 200 closed
- content-encoding: gzip
+ vary: accept-encoding

# --- what the asker has already ---

> GET /sw.js HTTP/1.1
> Host: localhost
> If-None-Match: *
>
> GET /nowhere HTTP/1.1
> Host: localhost
> If-None-Match: *
>
= 304 404
+ etag: "
- etag: W/

> HEAD /sw.js HTTP/1.1
> Host: localhost
> If-None-Match: "0000000000000000", W/"x,y"
>
= 200

# --- who may read why ---

# Pages of other servers, where they may ask, or where nobody knows what was asked for.
> POST /v1/linja/batch HTTP/1.1
> Host: localhost
> Content-Length: 65537
>
= 413 closed
+ content-type: application/problem+json
+ {"type":"about:blank","title":"Content Too Large","status":413,"detail":"The body is too long."}
+ access-control-allow-origin: *

~ POST /v1/linja/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n
= 400 closed
+ access-control-allow-origin: *

> GET /v1/linja HTTP/1.1
> Host: evil.example
>
= 421
+ content-type: application/problem+json
+ access-control-allow-origin: *

> G@T /v1/linja HTTP/1.1
> Host: localhost
>
= 400 closed
+ access-control-allow-origin: *

> GET /v1/linja HTTP/2.0
> Host: localhost
>
= 505 closed
+ access-control-allow-origin: *

# The games are for pages of this server alone; what was asked before does not count.
> POST /v1/games HTTP/1.1
> Host: localhost
> Content-Length: 65537
>
= 413 closed
- access-control-allow-origin

> GET /v1/games?status=open HTTP/1.1
> Host: evil.example
>
> POST /v1/games/AAAAAAAAAAAAAAAA/join HTTP/1.1
> Host: localhost
> Expect: a-miracle
>
= 421 417 closed
- access-control-allow-origin

# A part of a file is not sent alone; the whole is an answer, too.
> HEAD /sw.js HTTP/1.1
> Host: localhost
> Range: bytes=0-3
>
= 200

# --- questions about Linja, on a server without a table ---

> GET /api/linja/moves HTTP/1.1
> Host: localhost
>
> GET /api/linja/moves?rules=zen%2bmean&position=60/11/11/11/11/11/11/06_a HTTP/1.1
> Host: localhost
>
= 404 404
+ "detail":"this server has no table of 'zen'"}
+ "detail":"this server has no table of 'zen+mean'"}
+ access-control-allow-origin: *
+ x-content-type-options: nosniff

> GET /api/linja/moves?rules= HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"parameter 'rules' is empty"}

> GET /api/linja/moves?position= HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"parameter 'position' is empty"}

> GET /api/linja/moves?rules=zen&&x=y&rules=zen HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"parameter 'rules' is given twice"}

> GET /api/linja/moves?rules=zn HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"unknown rule set 'zn';

> GET /api/linja/moves?position=60/11/11/11/11/11/11/06_a%0d%0a HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"parameter 'position' has an escape that stands for no character"}

> GET /api/linja/moves?position=60/11/11/11/11/11/11/06_a%zz HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"parameter 'position' has an escape that stands for no character"}

> GET /api/linja/moves?position=60/11/11/11/11/11/11/06_a_b HTTP/1.1
> Host: localhost
>
= 400
+ "detail":"position

# --- the same by its lasting address, and what else is for programs ---

> GET /v1/linja?rules=zen+mean&position=60/11/11/11/11/11/11/06_a HTTP/1.1
> Host: localhost
>
> GET /v1/linja/mainline?rules=zen%2Bmean HTTP/1.1
> Host: localhost
>
> HEAD /v1/linja HTTP/1.1
> Host: localhost
>
= 404 404 404
+ content-type: application/problem+json
+ {"type":"about:blank","title":"Not Found","status":404,"detail":"this server has no table of 'zen+mean'"}
+ access-control-allow-origin: *

> POST /v1/linja/batch HTTP/1.1
> Host: localhost
> Content-Type: application/json
> Content-Length: 16
>
~ {"positions":[]}
> POST /v1/linja/batch HTTP/1.1
> Host: localhost
> Content-Length: 2
>
~ {}
> GET /v1/linja/batch HTTP/1.1
> Host: localhost
>
= 404 415 405
+ allow: POST

> GET /healthz HTTP/1.1
> Host: localhost
>
= 200
+ ok

# Numbers about the server are for who is on its machine.
> GET /metrics HTTP/1.1
> Host: localhost
>
= 403

# --- games, on a server that keeps none ---

> POST /v1/games HTTP/1.1
> Host: localhost
> Content-Type: application/json
> Content-Length: 16
>
~ {"game":"linja"}
> GET /v1/games?status=open HTTP/1.1
> Host: localhost
>
> GET /v1/games/AAAAAAAAAAAAAAAA/socket HTTP/1.1
> Host: localhost
> Connection: Upgrade
> Upgrade: websocket
> Sec-WebSocket-Version: 13
> Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
> Sec-WebSocket-Protocol: linework.v1
>
= 503 503 503
+ This server keeps no games.
- access-control-allow-origin

# --- what the server says of itself ---

> GET /healthz HTTP/1.1
> Host: localhost
>
> POST /healthz HTTP/1.1
> Host: localhost
>
= 200 405

# Numbers are for this machine alone, which 192.0.2.1 is not.
> GET /metrics HTTP/1.1
> Host: localhost
>
= 403

> GET /v1/addresses HTTP/1.1
> Host: localhost
>
= 200
+ {"addresses":[]}

# A QR code of an address of this server. Nobody keeps it: the address may lead to a seat.
> GET /v1/qr?text=http://localhost/%23/game/AAAAAAAAAAAAAAAA HTTP/1.1
> Host: localhost
>
> GET /v1/qr?text=https%3A%2F%2Fgames.example%2F HTTP/1.1
> Host: localhost
>
= 200 200
+ content-type: image/svg+xml
+ cache-control: no-store
+ cross-origin-resource-policy: same-origin
- no-cache
- access-control-allow-origin

> GET /v1/qr?text=http://evil.example/ HTTP/1.1
> Host: localhost
>
> GET /v1/qr?text=http://games.example:80@evil.example/ HTTP/1.1
> Host: localhost
>
> GET /v1/qr?text=javascript:alert(1) HTTP/1.1
> Host: localhost
>
> GET /v1/qr HTTP/1.1
> Host: localhost
>
> GET /v1/qr?text= HTTP/1.1
> Host: localhost
>
> GET /v1/qr?text=http://localhost/&text=http://localhost/ HTTP/1.1
> Host: localhost
>
> DELETE /v1/qr HTTP/1.1
> Host: localhost
>
= 400 400 400 400 400 400 405
+ must be an address of this server.
+ allow: GET, HEAD, POST

# ... whose secrets are in no query if it is asked for by POST.
~ POST /v1/qr HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 28\r\n\r\n{"text":"http://localhost/"}
~ POST /v1/qr HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n{"text":"http://evil.example/"}
~ POST /v1/qr HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"text":5}
~ POST /v1/qr HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]
~ POST /v1/qr HTTP/1.1\r\nHost: localhost\r\nContent-Length: 28\r\n\r\n{"text":"http://localhost/"}
= 200 400 400 400 415

# A name is not ours because ours stands before it.
> GET / HTTP/1.1
> Host: games.example:80@evil.example
>
= 421

# --- programs ---

# What is not there is told as a problem; pages of other servers may ask whether they may ask.
> GET /v1/nothing HTTP/1.1
> Host: localhost
>
> POST /v1/liniell/batch HTTP/1.1
> Host: localhost
>
> GET /v1/games/ HTTP/1.1
> Host: localhost
>
> GET /api/linja HTTP/1.1
> Host: localhost
>
= 404 404 404 404
+ application/problem+json
- text/plain

> OPTIONS /v1/linja/batch HTTP/1.1
> Host: localhost
> Origin: http://elsewhere.example
> Access-Control-Request-Method: POST
> Access-Control-Request-Headers: content-type
>
= 204
+ access-control-allow-origin: *
+ access-control-allow-methods: POST
+ access-control-allow-headers: content-type

# ... but not with games.
> OPTIONS /v1/games HTTP/1.1
> Host: localhost
> Origin: http://elsewhere.example
> Access-Control-Request-Method: POST
>
= 405
- access-control

# The page is isolated, so that its threads may share memory; its files are kept as long as their names.
> GET /sw.js HTTP/1.1
> Host: localhost
>
= 200
+ cross-origin-opener-policy: same-origin
+ cross-origin-embedder-policy: require-corp
+ cross-origin-resource-policy: same-origin
+ cache-control: no-cache

> GET /v1/tables/linja-2003.table HTTP/1.1
> Host: localhost
> Range: bytes=0-1
>
= 404
+ access-control-allow-origin: *
