# `make up` runs everything on this machine, `make test` checks everything. `make` lists the rest.
PYTHON ?= python3
RUN := .venv/bin/python
NPM := $(RUN) -m tools.bootstrap npm
export PYTHONPATH := platform:.
# Development by default; servers set TABLEHAWK_ENV themselves (platform/README.md).
export TABLEHAWK_ENV ?= development
# Build machines often set it. Then each of a hundred processes would compile all sources again.
unexport PYTHONDONTWRITEBYTECODE

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 20

up: setup ## set up and start everything on this machine; Ctrl-C stops it
	@$(RUN) -m tools.stack up

check: setup-dev ## lint, types and the tests that your change can affect (CONTRIBUTING.md)
	@$(RUN) -m tools.check

# First the contract, which writes files that the others read. Then three jobs at a time: a sequence of the tests that wait
# for planned times and for processes, and two of the parts that only compute, which get the processor time that it leaves.
test: contract ## lint, types, contract, advisories, every test, the user journeys in a browser
	@$(MAKE) --jobs=3 --output-sync=target --no-print-directory timed computed

timed:
	@$(MAKE) --no-print-directory pytest
	@$(MAKE) --no-print-directory journeys

computed:
	@nice -n 10 $(MAKE) --no-print-directory vitest types lint k8s-check screens audit

unit: pytest vitest ## Python and front-end tests

pytest: setup-dev
	$(RUN) -m pytest -n 4 --dist loadfile --no-loadscope-reorder --junitxml=.pytest_cache/junit.xml

vitest: setup-dev
	$(NPM) run test

durations: ## record how long each test file of the last `make unit` took, for make check
	$(RUN) -m tools.check .pytest_cache/junit.xml frontend/test-results/vitest.xml

e2e: screens journeys ## one state of each screen, then the user journeys in Chromium, with a temporary stack

screens: browser
	$(NPM) run screens:quick

journeys: setup-e2e browser
	$(RUN) -m tools.stack trial $(NPM) run e2e
	$(NPM) run budgets

lint: setup-dev ## ruff, import contracts, eslint
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	.venv/bin/lint-imports
	$(RUN) -m loadtests.codebase
	$(NPM) run lint

types: setup-dev ## mypy and tsc, both strict
	$(RUN) -m tools.client generate
	$(RUN) -m mypy platform realtime snipers loadtests tools k8s/policy client
	$(NPM) run types

contract: setup-dev ## OpenAPI and events -> the generated client; fails until the new one is staged or committed
	$(NPM) run contract
	@git diff --exit-code -- 'frontend/src/api/*.gen.ts' || \
	  { echo "The contract above is new. If it is what you meant: git add frontend/src/api"; exit 1; }

migrations: setup-dev ## write the migrations that changed models need: ARGS="venues -n dress_code"
	@$(RUN) -W ignore::RuntimeWarning platform/manage.py makemigrations $(ARGS)

audit: setup-dev ## security advisories for all pinned packages; skipped if no index answers
	@$(RUN) -m tools.audit

k8s-check: setup-dev ## check the manifests without a cluster: schemas, rules, alerts, dashboards, runbooks
	$(RUN) -m k8s.policy
	$(RUN) -m pytest -c k8s/policy/pytest.ini k8s/policy/tests

k8s-diff: setup-dev ## show what changes in the rendered manifests since main: FROM=commit compares with another commit
	@$(RUN) -m k8s.policy diff $(FROM)

chart: setup-dev ## write the Helm chart, made from the overlays, into dist/chart
	@rm -rf dist/chart
	$(RUN) -m k8s.policy chart dist/chart/tablehawk

k8s-images: setup-dev ## build the images and run the manifests in them, if buildah and podman are installed
	$(RUN) -m k8s.policy images

k8s-compose: setup-dev ## start compose.yaml in the images of k8s-images and book a table, if podman is installed
	$(RUN) -m k8s.policy compose

release: setup-dev ## make the files of a release in dist/ and tag it: DRY=1 tags nothing, REGISTRY=address of the images
	$(RUN) -m k8s.policy release $(if $(DRY),,--tag) $(if $(REGISTRY),--registry $(REGISTRY))

version: setup-dev ## copy VERSION to the files of npm, which cannot read it
	@$(NPM) version --no-git-tag-version --allow-same-version "$$(cat VERSION)"

fmt: setup-dev ## format all sources
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format
	$(NPM) run format

seed: setup-python ## load the demo data into the running stack
	$(RUN) -m tools.stack run platform/manage.py seed_demo

ops: setup-python ## query and control the running stack (for operators): ARGS="doctor", ARGS="top"
	@$(RUN) -m tools.stack run -m snipers.ops $(ARGS)

manage: setup-python ## run a command of manage.py in the running stack: ARGS="read_accounts_after_restore"
	@$(RUN) -m tools.stack run platform/manage.py $(ARGS)

load: setup browser ## run scenarios (releases, pacing, chaos ...) with a temporary stack and a report; 75 minutes
	$(RUN) -m tools.stack trial $(RUN) -m loadtests.scenarios $(ARGS)

upgrade: setup ## run the previous release and this one on one database, forward and back; 6 minutes
	$(RUN) -m loadtests.scenarios upgrade $(ARGS)

bench: setup browser ## measure the promised latencies with a temporary stack
	$(RUN) -m tools.stack trial $(RUN) -m loadtests.bench $(ARGS)

pictures: setup-e2e browser ## take the pictures of README.md and docs/ from a running product
	$(RUN) -m tools.stack trial $(NPM) run pictures

lighthouse: setup-e2e browser ## measure pages with Lighthouse and a temporary stack; on a quiet machine; 5 minutes
	$(NPM) --prefix lighthouse install --no-audit --no-fund --no-package-lock
	$(RUN) -m tools.stack trial $(NPM) --prefix lighthouse run lighthouse

house: setup-dev ## count what makes the code costly to change: ARGS="--show NAME", "--lower", "--page"
	@$(RUN) -m loadtests.codebase $(ARGS)

start-times: setup-dev ## measure the first and the second start of a fresh clone; on a quiet machine; 1 minute
	$(RUN) -m loadtests.start_times

fuzz: setup-e2e ## generated requests as each role, 5 minutes each, with a temporary stack
	nice $(RUN) -m tools.stack trial $(RUN) -m loadtests.fuzz $(ARGS)

doctor: setup-python ## check the requirements of make up
	@$(RUN) -m tools.stack doctor

status: setup-python ## list the running parts
	@$(RUN) -m tools.stack status

reset: setup-python ## delete all data of this stack; asks first, unless YES=1
	@$(RUN) -m tools.stack reset $(if $(YES),--yes)

backup: setup-python ## dump the database of the running stack into backups/ (TO=folder)
	@$(RUN) -m tools.stack backup $(if $(TO),--to $(TO))

restore: setup ## restore the database from a dump: FROM=file, KEYS=secrets.json on another machine
	@$(RUN) -m tools.stack restore $(if $(FROM),--from $(FROM)) $(if $(KEYS),--keys $(KEYS))

adopt: setup ## make the database of a version before 0.1.0 one of 0.1.0; once, while the stack is stopped
	@$(RUN) -m tools.stack adopt

client: setup-dev ## build the Python client and its command line into client/dist
	@$(RUN) -m tools.client

lock: setup-dev ## pin all packages again
	$(RUN) -m tools.lock

browser: setup-dev ## install Chromium for the browser tests with apt-get
	@$(RUN) -m tools.bootstrap browser

setup-python:
	@$(PYTHON) tools/bootstrap.py python

setup:
	@$(PYTHON) tools/bootstrap.py run build

setup-dev:
	@$(PYTHON) tools/bootstrap.py dev

setup-e2e:
	@$(PYTHON) tools/bootstrap.py dev build

.DEFAULT_GOAL := help
.PHONY: help up check test timed computed unit pytest vitest durations e2e screens journeys lint types contract migrations audit k8s-check k8s-diff chart k8s-images k8s-compose release version fmt seed ops manage load upgrade bench pictures lighthouse house start-times fuzz doctor status reset backup restore adopt client lock browser setup-python setup setup-dev setup-e2e
