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
  runnerConfiguration: [/^surefire.*\.properties$/, /^junit-platform\.properties$/],
  lintConfiguration: [/^checkstyle.*\.xml$/, /^pmd.*\.xml$/, /^spotbugs.*\.xml$/],
  scripts: [/^gradlew(?:\.bat)?$/, /^mvnw(?:\.cmd)?$/],
  autoloaded: [],
  installed: [],
  installHooks: [
    { file: /(?:^|\/)pom\.xml$/, line: /<artifactId>\s*(?:exec-maven-plugin|maven-antrun-plugin)\s*</ },
    { file: /\.gradle(?:\.kts)?$/, line: /\bcommandLine\b|\bexec\s*\{|\.execute\(\)|\bProcessBuilder\b/ },
    { file: /(?:^|\/)\.mvn\/extensions\.xml$/ },
  ],
  shadows: [],
};
