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

/** A build of Kotlin for several platforms has `jvmTest`; `test` is that of builds for the JVM alone. */
const MULTIPLATFORM =
  /\bkotlin\s*\(\s*["']multiplatform["']|\bkotlin[.-]multiplatform\b|\bkotlinMultiplatform\b/i;
const NOT_APPLIED = /^.*\bapply\s*\(?\s*false\b.*$/gm;
const JVM_TARGET = /\bjvm\s*(?:\(\s*\)|\{)/;
const JVM_ALONE =
  /\bkotlin\s*\(\s*["']jvm["']|\bkotlin[.-]jvm\b|\bkotlinJvm\b|["'`]java(?:-library)?["'`]|\bapplication\b|^\s*java\s*$/im;
const MOST_SAMPLES = 40;
const BUILD_SCRIPT = /(?:^|\/)build\.gradle(?:\.kts)?$/;

const buildScripts = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => BUILD_SCRIPT.test(path)).slice(0, MOST_SAMPLES);

/** Names of tasks for each kind of build among the projects: gradle refuses a name that no project has. */
const taskNames = (facts: RepoFacts): { readonly test: string; readonly compile: string } => {
  const scripts = buildScripts(facts.files).map((path) =>
    (facts.texts[path] ?? '').replaceAll(NOT_APPLIED, ''),
  );
  const several = scripts.filter((text) => MULTIPLATFORM.test(text));
  if (!several.some((text) => JVM_TARGET.test(text)))
    return { test: 'test', compile: 'assemble testClasses' };
  const alone = scripts.some((text) => !MULTIPLATFORM.test(text) && JVM_ALONE.test(text));
  // `assemble` would make those for other platforms too, which need their compilers.
  return alone
    ? { test: 'jvmTest test', compile: 'jvmTestClasses testClasses' }
    : { test: 'jvmTest', compile: 'jvmTestClasses' };
};

const propose = (facts: RepoFacts): Proposal => {
  const { files, texts } = facts;
  const tasks = taskNames(facts);
  const gradle = files.includes('gradlew') ? 'sh ./gradlew' : 'gradle';
  const checked = BUILD_FILES.some((file) => CHECKSTYLE.test(texts[file] ?? ''));
  return {
    packageManager: 'gradle',
    install: {
      command: `${PRELUDE}${gradle} --no-daemon help && { ${gradle} --no-daemon ${tasks.test} --continue; true; }`,
      scope: 'tree',
    },
    manifests: files.filter((path) => MANIFEST.test(path)),
    build: `${gradle} --no-daemon --offline ${tasks.compile}`,
    recompile: `${gradle} --no-daemon --offline ${tasks.compile}`,
    test: `${gradle} --no-daemon --offline ${tasks.test}`,
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
  /** Any of them may be for several platforms. */
  samples: buildScripts,
  detects: ({ files }) => BUILD_FILES.some((file) => files.includes(file)),
  propose,
  reaches: isPartOf,
  environment: { toolchain: ['JAVA_HOME', 'GRADLE_HOME'], mirrors: ['GRADLE_OPTS'] },
  compilesOnInstall: true,
  testsCompile: true,
};
