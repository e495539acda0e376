import type { FlagKind } from './flag-kind.ts';

/** Flags on what the program itself does. */
export const PROGRAM_FLAGS: readonly FlagKind[] = [
  {
    id: 'special-casing',
    title: 'The program answers tests instead of solving the task',
    meaning:
      'Source code returns a result that depends on being tested, reads the tests, or compares its input with a literal from a test and returns the literal that the test expects.',
    advice: 'Do not merge. Add hidden tests with other inputs if in doubt.',
    standard: 'block',
  },
  {
    id: 'runner-detected',
    title: 'The program detects whether it is being tested',
    meaning:
      'Source code looks for variables, globals, arguments, loaded modules or stack frames that only a test run has.',
    advice:
      'Do not merge: the program’s behaviour under test is then no evidence of its behaviour elsewhere.',
    standard: 'block',
  },
  {
    id: 'exit-hook',
    title: 'Library code decides how the process ends',
    meaning:
      'Outside a command’s entry point, source code ends the process, sets its exit code, or registers a handler that does. A test run then reports whatever the program wants.',
    advice: 'Ask for an exception or a return value instead.',
    standard: 'block',
  },
  {
    id: 'hidden-text',
    title: 'The text is not what it seems',
    meaning:
      'Characters that reorder, hide or imitate others, line endings that editors do not show, code far off screen, or bytes that make a diff treat the file as binary.',
    advice: 'Inspect the bytes. Strings and data in other writing systems are not flagged.',
    standard: 'block',
  },
  {
    id: 'judge-addressed',
    title: 'Text addresses the reviewer',
    meaning:
      'A comment or document tells a reviewer or model to approve, prefer or rate the change, or to disregard its instructions.',
    advice: 'Judge by the tests; have the text removed.',
    standard: 'block',
  },
  {
    id: 'encoded-payload',
    title: 'Encoded text is run as code',
    meaning: 'The file decodes a long literal and passes text to `eval`, `exec` or the like.',
    advice: 'Do not merge code that cannot be read.',
    standard: 'block',
  },
  {
    id: 'dynamic-code',
    title: 'Text is run as code',
    meaning:
      '`eval`, `new Function`, `exec` or the like is new in the program; the rules cannot see through it.',
    advice: 'Check what is run and where its text comes from.',
    standard: 'warn',
  },
  {
    id: 'secret-access',
    title: 'The program asks for secrets',
    meaning: 'It refers to variables or files that hold tokens, keys and passwords.',
    advice: 'Merge only if that is the task.',
    standard: 'warn',
  },
  {
    id: 'outside-access',
    title: 'The program gained outside access',
    meaning:
      'A file uses the network or starts other programs, and neither it nor its neighbours in the change did before.',
    advice: 'Normal for a new feature of that kind, odd in a bug fix.',
    standard: 'warn',
  },
  {
    id: 'oversized-source',
    title: 'A program file is too large to inspect',
    meaning: 'It is new or has grown, and is larger than the parser accepts: no rule could read it.',
    advice: 'Ask for data in data files, and for code in files that people can read.',
    standard: 'block',
  },
  {
    id: 'not-inspected',
    title: 'A file could not be inspected',
    meaning:
      'It was already too large on the base, or the parser gave up; the rules that need its syntax did not see it.',
    advice: 'Read it yourself.',
    standard: 'warn',
  },
];
