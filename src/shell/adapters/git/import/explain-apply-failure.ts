import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import { type GitRun, sentence } from '../repository/run-git.ts';
import type { PatchScan } from './scan-patch.ts';

type Explanation = readonly [pattern: RegExp, explain: (found: RegExpExecArray) => string];

const EXPLANATIONS: readonly Explanation[] = [
  [
    /^error: invalid path '(.*)'$/m,
    ([, path = '']) => refusePath(path) ?? `has a path that git does not allow: ${path}`,
  ],
  [
    /^error: affected file '(.*)' is beyond a symbolic link$/m,
    ([, path]) => `writes through a symbolic link: ${path}`,
  ],
  [
    /^error: patch failed: (.*):(\d+)$/m,
    ([, path, line]) => `does not apply: in ${path} the hunk at line ${line} does not match the base`,
  ],
  [
    /^error: (.*): does not exist in index$/m,
    ([, path = '']) => refusePath(path) ?? `does not apply: the base has no ${path}`,
  ],
  [
    /^error: (.*): already exists in index$/m,
    ([, path]) => `does not apply: it creates ${path}, which the base already has`,
  ],
  [
    /^error: the patch applies to '(.*)' \(/m,
    ([, path]) => `does not apply: the base has another binary ${path}`,
  ],
  [
    /^error: cannot apply binary patch to '(.*)' without full index line$/m,
    ([, path]) => `has no content for the binary file ${path}; make it with git diff --binary`,
  ],
  [/^error: (corrupt (?:binary )?patch at line \d+)/m, ([, what]) => `is malformed: ${what}`],
  [/^error: (patch with only garbage at line \d+)/m, ([, what]) => `is malformed: ${what}`],
  [/^error: (patch fragment without header at line \d+)/m, ([, what]) => `is malformed: ${what}`],
  [/attempting to allocate/, () => 'unpacks to more than is allowed'],
];

const explain = (stderr: string): string => {
  const text = stderr.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ');
  for (const [pattern, say] of EXPLANATIONS) {
    const found = pattern.exec(text);
    if (found) return say(found);
  }
  return stderr.includes('No valid patches in input')
    ? 'holds no diff'
    : `does not apply: ${sentence(stderr)}`;
};

/** Why git rejected a patch, as a predicate of the patch. */
export const explainApplyFailure = (run: GitRun, scan: PatchScan): string => {
  if (run.stopped) return 'takes git too long to apply';
  const reason = explain(run.stderr);
  return scan.encodedMail && /^(?:holds no diff|is malformed|does not apply)/.test(reason)
    ? 'is an encoded mail; save the patch itself, as git format-patch writes it'
    : reason;
};
