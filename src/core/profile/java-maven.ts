import type { Profile, RepoFacts } from '../domain/repo-facts.ts';
import { assemblePlan, type Proposal } from './assemble-plan.ts';
import { readableCommand, type ReadableCommand } from './readable-command.ts';

const MANIFEST = /(^|\/)pom\.xml$|^\.mvn\//;

/** The installed Maven where there is one: a wrapper would download its own from wherever it likes. */
const withMaven = (files: readonly string[], command: string): string =>
  files.includes('mvnw')
    ? `if ! command -v mvn >/dev/null; then mvn() { sh ./mvnw "$@"; }; fi; ${command}`
    : command;

const INSTALL = 'mvn -B -q test -fae -DskipTests=false -Dmaven.test.failure.ignore=true';

const lintOf = ({ files, texts }: RepoFacts): ReadableCommand | null => {
  const configured =
    files.some((path) => path === 'pom.xml') && (texts['pom.xml'] ?? '').includes('maven-checkstyle-plugin');
  return configured ? readableCommand('lint', 'mvn -B -o checkstyle:checkstyle') : null;
};

const propose = (facts: RepoFacts): Proposal => {
  const wrap = (from: ReadableCommand): ReadableCommand => ({
    ...from,
    command: withMaven(facts.files, from.command),
  });
  const lint = lintOf(facts);
  return {
    profile: 'java-maven',
    packageManager: 'maven',
    install: { command: withMaven(facts.files, INSTALL), scope: 'tree' },
    manifests: facts.files.filter((path) => MANIFEST.test(path)),
    build: withMaven(facts.files, 'mvn -B -o -DskipTests test-compile'),
    test: wrap(readableCommand('test', 'mvn -B -o test -fae -Dmaven.test.failure.ignore=false')),
    lint: lint === null ? null : wrap(lint),
    prelude: '',
    env: { CI: 'true' },
    notes:
      lint === null
        ? [{ about: 'lint', text: 'no checkstyle plugin in pom.xml: lint is not configured' }]
        : [],
  };
};

export const javaMaven: Profile = {
  id: 'java-maven',
  reads: ['pom.xml'],
  detects: ({ files }) => files.includes('pom.xml'),
  plan: (facts, config) => assemblePlan(propose(facts), config),
};
