import type { Profile, RepoFacts } from '../domain/source/repo-facts.ts';
import { assemblePlan, type Proposal } from './assemble-plan.ts';
import { readableCommand } from './readable-command.ts';

const MANIFEST = /(^|\/)pom\.xml$|^\.mvn\//;
const CHECKSTYLE = 'org.apache.maven.plugins:maven-checkstyle-plugin:checkstyle';

/** Java asks the password file for the home directory, and a sandbox has none. */
const HOME = 'export MAVEN_OPTS="-Duser.home=$HOME ${MAVEN_OPTS:-}"; ';
/** The installed Maven where there is one: a wrapper would download its own from wherever it likes. */
const WRAPPER = 'if ! command -v mvn >/dev/null; then mvn() { sh ./mvnw "$@"; }; fi; ';

/** Surefire fetches what runs the tests when it runs them, so a first run is the only complete download (docs/decisions/profiles.md). */
const installCommand = (prelude: string, checkstyle: boolean): string => {
  const tests = 'mvn -B test -fae -Dmaven.test.failure.ignore=true -Dsurefire.timeout=300';
  return `${prelude}mvn -B -q validate && { ${tests}; ${checkstyle ? `mvn -B -q ${CHECKSTYLE}; ` : ''}true; }`;
};

const propose = ({ files, texts }: RepoFacts): Proposal => {
  const checkstyle = (texts['pom.xml'] ?? '').includes('maven-checkstyle-plugin');
  const prelude = HOME + (files.includes('mvnw') ? WRAPPER : '');
  return {
    profile: 'java-maven',
    packageManager: 'maven',
    install: { command: installCommand(prelude, checkstyle), scope: 'tree' },
    manifests: files.filter((path) => MANIFEST.test(path)),
    build: 'mvn -B -o -DskipTests test-compile',
    test: readableCommand('test', 'mvn -B -o test -fae -Dmaven.test.failure.ignore=false'),
    lint: checkstyle ? readableCommand('lint', `mvn -B -o ${CHECKSTYLE}`) : null,
    prelude,
    env: { CI: 'true' },
    notes: checkstyle
      ? []
      : [{ about: 'lint', text: 'no checkstyle plugin in pom.xml: lint is not configured' }],
  };
};

export const javaMaven: Profile = {
  id: 'java-maven',
  reads: ['pom.xml'],
  detects: ({ files }) => files.includes('pom.xml'),
  plan: (facts, config) => assemblePlan(propose(facts), config),
};
