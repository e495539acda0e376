import type { Toolchain } from '../parts/toolchain.ts';

/** Of JUnit 5; read by the JVM that runs the tests, however it is started. */
const inOrder = (seed: number): string =>
  [
    'testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random',
    'testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random',
    `execution.order.random.seed=${seed}`,
  ]
    .map((setting) => `-Djunit.jupiter.${setting}`)
    .join(' ');

export const javaToolchain: Toolchain = {
  probes: [
    { what: 'java', command: ['java', '-version'], for: 'java repositories' },
    { what: 'maven', command: ['mvn', '--version'], for: 'java-maven repositories' },
    {
      what: 'gradle',
      command: ['gradle', '--version'],
      for: 'java-gradle repositories without a wrapper',
    },
  ],
  programs: ['java', 'javac', 'mvn', 'gradle'],
  programsByName: ['mvn', 'gradle'],
  installationMarks: /^(?:jmods|lib\/(?:jrt-fs\.jar|rt\.jar|maven-core-.*|gradle-.*))$/,
  versionManagers: [
    { on: '.sdkman', shows: ['.sdkman/candidates'] },
    { on: '.jenv', shows: ['.jenv'], variable: ['JENV_ROOT', '.jenv'] },
  ],
  folderVariables: ['JAVA_HOME', 'M2_HOME', 'MAVEN_HOME', 'GRADLE_HOME', 'SDKMAN_DIR'],
  behindShims: {},
  registrySettings: ['.m2/settings.xml', '.m2/settings-security.xml', '.gradle/gradle.properties'],
  systemSettings: [],
  networkVariables: [],
  otherOrder: (seed) => ({ adds: { JAVA_TOOL_OPTIONS: inOrder(seed) } }),
  mixedFolders: ['.m2', '.gradle'],
  symptoms: [
    { cause: 'missing-module', pattern: /package ([\w.]{1,150}) does not exist/ },
    { cause: 'missing-module', pattern: /Could not (?:find|resolve) (?:artifact )?([\w.:-]{3,150})/ },
    {
      cause: 'toolchain-version',
      pattern:
        /(Unsupported class file major version \d{1,4}|invalid (?:target|source) release: .{1,20}|release version \d{1,4} not supported)/,
    },
  ],
};
