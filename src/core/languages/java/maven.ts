import { pathIn } from '../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import { joinPath } from '../parts/import-target.ts';
import type { Profile, Proposal } from '../parts/profile.ts';

const MANIFEST = /(^|\/)pom\.xml$|^\.mvn\//;
const CHECKSTYLE = 'org.apache.maven.plugins:maven-checkstyle-plugin:checkstyle';

/** Java asks the password file for the home directory, and a sandbox has none. */
const HOME = 'export MAVEN_OPTS="-Duser.home=$HOME ${MAVEN_OPTS:-}"; ';
/** The installed Maven, if there is one: a wrapper would download its own from anywhere. */
const WRAPPER = 'if ! command -v mvn >/dev/null; then mvn() { sh ./mvnw "$@"; }; fi; ';

/** Surefire fetches its provider when it runs: only a first run downloads everything (docs/decisions/profiles.md). */
const installCommand = (prelude: string, checkstyle: boolean, level: string): string => {
  const tests = `mvn -B test -fae${level} -Dmaven.test.failure.ignore=true -Dsurefire.timeout=300`;
  return `${prelude}mvn -B -q validate && { ${tests}; ${checkstyle ? `mvn -B -q ${CHECKSTYLE}; ` : ''}true; }`;
};

const MAX_CHARS = 200_000;
const MODULE = /<(?:module|subproject)>\s*([^<\s]+)\s*<\//g;
/** Modules of a profile that only its name on the command line switches on. */
const ON_DEMAND = /<profile>(?:(?!<\/profile>|<activation>)[^])*<\/profile>/g;

const modulesOf = (pom: string, folder: string): readonly string[] =>
  [
    ...pom
      .replaceAll(/<!--[^]*?-->/g, '')
      .replaceAll(ON_DEMAND, '')
      .matchAll(MODULE),
  ].flatMap(([, name = '']) => joinPath(folder, name.replace(/\/?pom\.xml$/, '')) ?? []);

/** The reactor at the root runs modules, and modules of modules. */
const isModule = ({ texts }: RepoFacts, folder: string): boolean => {
  const found = new Set(['']);
  for (const at of found)
    for (const name of modulesOf(texts[pathIn(at, 'pom.xml')] ?? '', at)) found.add(name);
  return found.has(folder);
};

/** Properties by which a pom.xml sets a level of Java before 8. */
const OLD_LEVEL =
  /<((?:maven\.compiler\.|javac?\.|jdk\.|compiler\.)(?:src\.|source\.?|target\.?|testSource|testTarget|release|level|version)*)>\s*(1\.[3-7]|[5-7])\s*<\//g;

/** Properties of other names that the compiler's settings refer to. */
const REFERENCE = /<(?:source|target|testSource|testTarget)>\s*\$\{(\w{1,80})\}/g;
const OLD_VALUE = /<(\w{1,80})>\s*(?:1\.[3-7]|[5-7])\s*<\//g;

/** Compilers of today refuse such a level; the oldest that all of them accept runs the same programs. */
const raisedLevel = (pom: string): string => {
  const text = pom.slice(0, MAX_CHARS);
  const namesIn = (pattern: RegExp): readonly string[] =>
    [...text.matchAll(pattern)].map(([, name = '']) => name);
  const referred = new Set(namesIn(REFERENCE));
  const names = [...namesIn(OLD_LEVEL), ...namesIn(OLD_VALUE).filter((name) => referred.has(name))];
  return [...new Set(names)].map((name) => ` -D${name}=${name.endsWith('release') ? '8' : '1.8'}`).join('');
};

const propose = ({ files, texts }: RepoFacts): Proposal => {
  const level = raisedLevel(texts['pom.xml'] ?? '');
  const checkstyle = (texts['pom.xml'] ?? '').includes('maven-checkstyle-plugin');
  const prelude = HOME + (files.includes('mvnw') ? WRAPPER : '');
  return {
    packageManager: 'maven',
    install: { command: installCommand(prelude, checkstyle, level), scope: 'tree' },
    manifests: files.filter((path) => MANIFEST.test(path)),
    build: `mvn -B -o${level} -DskipTests test-compile`,
    recompile: `mvn -B -o${level} -DskipTests test-compile`,
    test: `mvn -B -o test -fae${level} -Dmaven.test.failure.ignore=false`,
    lint: checkstyle ? `mvn -B -o ${CHECKSTYLE}` : null,
    prelude,
    env: { CI: 'true' },
    notes: [
      ...(level === ''
        ? []
        : [
            {
              about: 'build' as const,
              text: 'pom.xml asks for a Java before 8, which compilers of today refuse: it is compiled as Java 8',
            },
          ]),
      ...(checkstyle
        ? []
        : [{ about: 'lint' as const, text: 'no checkstyle plugin in pom.xml: lint is not configured' }]),
    ],
  };
};

export const javaMaven: Profile = {
  id: 'java-maven',
  recognisedBy: '`pom.xml`',
  example: { files: ['pom.xml'], texts: { 'pom.xml': 'maven-checkstyle-plugin' } },
  images: ['maven:3-eclipse-temurin-21'],
  reads: ['pom.xml'],
  detects: ({ files }) => files.includes('pom.xml'),
  propose,
  reaches: isModule,
  environment: { toolchain: ['JAVA_HOME', 'MAVEN_HOME'], mirrors: ['MAVEN_OPTS', 'MVNW_REPOURL'] },
  compilesOnInstall: true,
  testsCompile: true,
};
