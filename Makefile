# Two commands do everything: `make run` and `make test`. This file only names things; CMake
# builds (CMakePresets.json has the flavours) and tools/ holds the scripts.
.DEFAULT_GOAL := help
.PHONY: help run build check test coverage fuzz kill load load-boardgameio load-values tables test-solve test-arm bench format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

run: build ## build everything, serve the page on this machine and open it
	@build/linework serve --open

build: ## build the released program, build/linework
	@tools/setup build
	@tools/build release

check: ## run the quick checks, for every change (a minute or two)
	@tools/setup test
	@tools/test format arrows links lint texts units debug

test: ## run every check there is (about 18 minutes)
	@tools/setup test
	@tools/test

coverage: ## tell which lines and branches of src/ the tests reach
	@tools/setup coverage
	@tools/coverage

fuzz: ## fuzz each parser for MINUTES (default 10)
	@tools/setup test
	@tools/fuzz $$(( $${MINUTES:-10} * 60 ))

kill: ## kill the server in the middle of play KILLS times (200): no move may be lost, in either kind of store
	@tools/setup test
	@tools/build release-tests
	@build/release/tests/kill_server

load: ## play GAMES (500) at once with WATCHERS (8) each, a move every PACE ms (1000), and measure
	@tools/setup test
	@tools/build release-tests
	@build/release/tests/load_server

load-boardgameio: build ## the same load (GAMES, WATCHERS, PACE, SECONDS) against a server of boardgame.io, too
	@cd bench/boardgameio && { cmp -s package-lock.json node_modules/.linework || \
	    { npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.linework; }; }
	@node bench/boardgameio/load.mjs

load-values: ## ask for exact values of RULES (zen), whose table must be there, on CONNECTIONS (8), and measure
	@tools/setup test
	@tools/build release-tests
	@build/release/tests/load_values

tables: build ## solve every rule set of Linja that has no table yet (about a minute each)
	@build/linework linja solve --all

test-solve: ## let Chromium solve the whole of Linja in the page, and compare the hash of the values
	@tools/setup test
	@tools/test-solve

test-arm: ## let the solver's NEON kernel solve the reduced game, under qemu, and compare its tables
	@tools/setup arm
	@tools/test-arm

bench: ## measure, and print the figures with what they mean
	@tools/setup test
	@tools/bench

format: ## lay the files out as .clang-format and Prettier say
	@tools/setup test
	@git ls-files '*.c' '*.h' | xargs clang-format -i
	@tools/lint --fix

clean: ## forget what was built
	@rm -rf build
