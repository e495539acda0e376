import type { SurroundingPatterns, TestAware } from '../parts/surroundings.ts';

export const javaSurroundings: SurroundingPatterns = {
  variables: /\bSystem\.(?:getenv|getProperty|getProperties)\b/,
  arguments: /\bgetInputArguments\b|\bProcessHandle\b/,
  stack: /\bgetStackTrace\b|\bStackWalker\b|\bgetAllStackTraces\b/,
  modules: /\bClass\.forName\b|\bgetClassLoader\b/,
  clock:
    /\bSystem\.(?:currentTimeMillis|nanoTime)\b|\b(?:Instant|LocalDate|LocalDateTime|ZonedDateTime)\.now\b|\bnew\s+Date\s*\(\s*\)/,
  place: /\bThread\.currentThread\b|\bgetHostName\b|\bSystem\.console\b/,
};

const TESTED = /"[^"\n]*(?:\bjunit\b|\bsurefire\b|\btestng\b|Tests?\b)[^"\n]*"/i;

export const javaTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-module',
    line: /"(?:org\.junit|junit\.framework|org\.testng|surefire|org\.apache\.maven\.surefire)[.\w]*"/,
    sentence: 'The program asks whether a test runner is present.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-imported',
    line: /^\s*import\s+(?:static\s+)?(?:org\.junit|junit\.framework|org\.testng)\b/,
    sentence: 'The program imports a test runner.',
  },
  {
    flag: 'runner-detected',
    rule: 'stack-inspected',
    line: /\bgetStackTrace\b|\bStackWalker\b|\bsun\.java\.command\b/,
    near: TESTED,
    sentence: 'The program reads its call stack and looks for tests in it.',
  },
  {
    flag: 'exit-hook',
    rule: 'process-exit',
    line: /\b(?:System\.exit|\.halt)\s*\(\s*0\s*\)/,
    sentence: 'The library ends the process as a success.',
  },
];
