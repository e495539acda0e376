import type { PathRules } from '../parts/path-rules.ts';

export const javaPaths: PathRules = {
  lockfiles: ['gradle.lockfile', 'buildscript-gradle.lockfile'],
  generatedFolders: ['target'],
  generated: [],
  tests: [/(?:^|[a-z0-9_])(?:Tests?|IT|TestCase|Spec)\.(?:java|kt|scala|groovy)$/, /^Test[A-Z].*\.java$/],
  namedTests: {
    java: /(?:Tests?|IT|TestCase|Spec)\.java$|^Test[A-Z].*\.java$/,
    kt: /(?:Tests?|Spec)\.kt$/,
  },
  sourceRoots: /(?:^|\/)src\/main\//,
  configuration: [/\.gradle(?:\.kts)?$/],
  manifests: [/^pom\.xml$/, /^(?:build|settings)\.gradle(?:\.kts)?$/, /^gradle\.properties$/],
  runnerConfiguration: [
    /^surefire.*\.properties$/,
    /^junit-platform\.properties$/,
    /^(?:jvm|maven)\.config$/,
  ],
  lintConfiguration: [/^checkstyle.*\.xml$/, /^pmd.*\.xml$/, /^spotbugs.*\.xml$/],
  scripts: [/^gradlew(?:\.bat)?$/, /^mvnw(?:\.cmd)?$/],
  autoloaded: [],
  installed: [],
  installHooks: [
    { file: /(?:^|\/)pom\.xml$/, line: /<artifactId>\s*(?:exec-maven-plugin|maven-antrun-plugin)\s*</ },
    { file: /\.gradle(?:\.kts)?$/, line: /\bcommandLine\b|\bexec\s*\{|\.execute\(\)|\bProcessBuilder\b/ },
    { file: /(?:^|\/)\.mvn\/extensions\.xml$/ },
  ],
  transforms: [
    { file: /(?:^|\/)META-INF\/services\/[^/]+$/, line: /\S/ },
    {
      file: /(?:^|\/)pom\.xml$|\.gradle(?:\.kts)?$|(?:^|\/)gradle\.properties$/,
      line: /<(?:testFailureIgnore|skip\w*|argLine|excludedGroups|groups|test|additionalClasspath\w*|classpathDependency\w*|systemPath|systemPropertyVariables|environmentVariables|annotationProcessor\w*|compilerArgs?|reuseForks|testSourceDirectory|testExcludes?)>|\b(?:surefire|failsafe)\b|\bmaven\.test\.|\bjunit\.(?:jupiter|platform)\.|\b(?:ignoreFailures|jvmArgs|systemProperty|excludeTestsMatching|includeTestsMatching|excludeTags|annotationProcessor)\b|\bfiles\s*\(|<scope>\s*system|\bapply\s+from\b/,
    },
  ],
  runnerPackages:
    /(?<!(?:^|\/)(?:test|it|integrationTest|testFixtures)\/resources\/)META-INF\/services\/(?:org\.junit|junit|org\.testng|org\.apache\.maven)\.|(?:^|\/)(?:org\/junit|junit\/framework|org\/testng|org\/hamcrest|org\/assertj|org\/opentest4j)\//,
  shadows: [],
};
