import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal } from '../parts/profile.ts';

const BUILD_FILES = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];
const MANIFEST =
  /(^|\/)([\w-]+\.gradle(\.kts)?|gradle\.properties|gradle\.lockfile|libs\.versions\.toml)$|^gradle\/wrapper\//;
const CHECKSTYLE = /\bcheckstyle\b/;
/** Java asks the password file for the home directory, and a sandbox has none. */
const PRELUDE = 'export GRADLE_USER_HOME="$HOME/.gradle"; ';

const SETTINGS = ['settings.gradle', 'settings.gradle.kts'];
/** Tests of an included build are its own. */
const INCLUDED_BUILD = /\bincludeBuild\b[^\n]*/g;

/** Settings make a build of its own, unless the root includes the folder all the same; one without them is the root's. */
const isPartOf = ({ files, texts }: RepoFacts, folder: string): boolean => {
  const has = (names: readonly string[]): boolean =>
    names.some((name) => files.includes(`${folder}/${name}`));
  if (!has(BUILD_FILES)) return false;
  if (folder === 'buildSrc' || !has(SETTINGS)) return true;
  const path = folder.replaceAll('/', ':');
  const named = [`'${path}'`, `"${path}"`, `':${path}'`, `":${path}"`];
  const settings = SETTINGS.map((file) => (texts[file] ?? '').replaceAll(INCLUDED_BUILD, '')).join('\n');
  return named.some((name) => settings.includes(name));
};

const propose = ({ files, texts }: RepoFacts): Proposal => {
  const gradle = files.includes('gradlew') ? 'sh ./gradlew' : 'gradle';
  const checked = BUILD_FILES.some((file) => CHECKSTYLE.test(texts[file] ?? ''));
  return {
    packageManager: 'gradle',
    install: {
      command: `${PRELUDE}${gradle} --no-daemon help && { ${gradle} --no-daemon test --continue; true; }`,
      scope: 'tree',
    },
    manifests: files.filter((path) => MANIFEST.test(path)),
    build: `${gradle} --no-daemon --offline assemble testClasses`,
    recompile: `${gradle} --no-daemon --offline assemble testClasses`,
    test: `${gradle} --no-daemon --offline test`,
    lint: checked ? `${gradle} --no-daemon --offline checkstyleMain checkstyleTest` : null,
    prelude: PRELUDE,
    env: { CI: 'true' },
    notes: checked
      ? []
      : [{ about: 'lint', text: 'no checkstyle plugin in the build: lint is not configured' }],
  };
};

export const javaGradle: Profile = {
  id: 'java-gradle',
  recognisedBy: '`build.gradle`, `settings.gradle` or their `.kts`',
  example: { files: ['build.gradle', 'gradlew'], texts: { 'build.gradle': 'checkstyle' } },
  images: ['gradle:8-jdk21'],
  reads: BUILD_FILES,
  detects: ({ files }) => BUILD_FILES.some((file) => files.includes(file)),
  propose,
  reaches: isPartOf,
  environment: { toolchain: ['JAVA_HOME', 'GRADLE_HOME'], mirrors: ['GRADLE_OPTS'] },
  compilesOnInstall: true,
  testsCompile: true,
};
