# Two commands do everything: `make run` and `make test`. This file only names things; CMake
# builds (CMakePresets.json has the flavours) and tools/ holds the scripts.
.DEFAULT_GOAL := help
.PHONY: help run build check test coverage fuzz kill load bench format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

run: build ## build everything, serve the page on this machine and open it
	@build/linework serve --open

build: ## build the released program, build/linework
	@tools/setup build
	@tools/build release

check: ## run the quick checks, for every change (under a minute)
	@tools/setup test
	@tools/test format arrows links lint texts units debug

test: ## run every check there is (about fifteen minutes)
	@tools/setup test
	@tools/test

coverage: ## tell which lines and branches of src/ the tests reach
	@tools/setup coverage
	@tools/coverage

fuzz: ## fuzz each parser for MINUTES (default 10)
	@tools/setup test
	@tools/fuzz $$(( $${MINUTES:-10} * 60 ))

kill: ## kill the server in the middle of play KILLS times (200): no move may be lost
	@tools/setup test
	@tools/build release-tests
	@build/release-tests/tests/kill_server

load: ## play GAMES (500) at once with WATCHERS (8) each, a move every PACE ms (1000), and measure
	@tools/setup test
	@tools/build release-tests
	@build/release-tests/tests/load_server

bench: ## measure, and print the figures with what they mean
	@tools/setup test
	@tools/bench

format: ## lay the files out as .clang-format and Prettier say
	@tools/setup test
	@git ls-files '*.c' '*.h' | xargs clang-format -i
	@tools/lint --fix

clean: ## forget what was built
	@rm -rf build
