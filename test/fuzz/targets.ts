import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { classifyHarnessPath } from '../../src/core/analyse/harness/harness-paths.ts';
import { decodePath } from '../../src/core/analyse/paths/decode-path.ts';
import { matchGlob } from '../../src/core/text/match-glob.ts';
import { mergeManifest } from '../../src/core/analyse/harness/merge-manifest.ts';
import { parseRawDiff } from '../../src/core/analyse/diff/parse-raw-diff.ts';
import { maskSecrets } from '../../src/core/report/text/mask-secrets.ts';
import { printable, printableLine } from '../../src/core/report/text/printable.ts';
import { scoreDocument } from '../../src/core/documents/score-document.ts';
import { refusePath } from '../../src/core/domain/candidate/refuse-path.ts';
import {
  scanPatch,
  splitMails,
  withoutHeaderCarriageReturns,
} from '../../src/shell/adapters/git/import/scan-patch.ts';
import { stripLevels } from '../../src/shell/adapters/git/import/strip-level.ts';
import { listProblems, readHydraToml } from '../../src/shell/adapters/config/toml-config.ts';
import { readTomlLines } from '../../src/shell/adapters/config/toml-lines.ts';
import { isSafePath } from '../../src/shell/adapters/workspaces/host/safe-path.ts';
import { UserError } from '../../src/shell/errors/user-error.ts';
import { filesBelow } from './files-below.ts';
import { findUnsound } from './find-unsound.ts';
import { mutateJson } from './mutate-json.ts';
import { diffHeaders, patchOps } from './patch-targets.ts';
import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';
import { reportTargets } from './report-targets.ts';

/** One function under test: makes an input and reports what is wrong with the result. */
export type Target = {
  readonly name: string;
  /** Makes one case. Running it throws, or returns what is unsound, or null. */
  readonly make: (random: Random) => { readonly input: unknown; readonly run: () => string | null };
};

const TOML = [
  '[scoring]\nprofile = "js-node"\ntimeout_per_check_seconds = 300\n',
  '[scoring.commands]\ntest = "npm test"\nlint = false\n',
  '[scoring.weights]\nbuild = 30\ntests = 30\n',
  '[scoring.gates]\nmax_test_regression_percent = 0\n[trust]\neditable_tests = ["a"]\n',
  '[checks.install]\nnetwork = true\nenv = ["A"]\n',
  '[trust.flags]\nx = "block"\n[[a]]\nb = {c = 1979-05-27T07:32:00Z}\n',
];

const toml: Target = {
  name: 'hydra.toml',
  make: (random) => {
    const input = mutateText(random, TOML);
    const run = () => {
      try {
        const read = readHydraToml(input, 'hydra.toml');
        if (read.ok) return findUnsound(read.config);
        const listed = listProblems(read.problems, readTomlLines(input.replace(/^\uFEFF/, '')), 'hydra.toml');
        return listed.split('\n').every((line) => /^(hydra\.toml:\d+: |… and )/.test(line))
          ? null
          : `a problem without its line: ${listed}`;
      } catch (error) {
        if (error instanceof UserError && error.message !== '') return null;
        throw error;
      }
    };
    return { input, run };
  },
};

const encoder = new TextEncoder();
const ID = 'a'.repeat(40);

const rawDiff: Target = {
  name: 'raw diff',
  make: (random) => {
    const zero = '0'.repeat(40);
    const raw = mutateText(random, [
      `:000000 100644 ${zero} ${ID} A\0src/a.js\0:100644 100755 ${ID} ${ID} R090\0old\0new\0`,
      `:100644 000000 ${ID} ${zero} D\0b\0`,
    ]);
    const counts = mutateText(random, ['1\t0\tsrc/a.js\x000\t0\t\0old\0new\0', '0\t3\tb\0', '-\t-\tb\0']);
    const [first, second] = [encoder.encode(raw), encoder.encode(counts)];
    if (first.length > 0 && random.chance(0.3)) first[random.below(first.length)] = random.below(256);
    const run = () => {
      const parsed = parseRawDiff(first, second);
      return parsed.ok
        ? findUnsound(parsed.entries)
        : parsed.reason === ''
          ? 'refused without a reason'
          : null;
    };
    return { input: { raw, counts }, run };
  },
};

const LARGEST_DOCUMENT = 2000;
const LARGEST_SMALL = 350;
const LARGE_SHARE = 0.05;

/** Small documents of every model first, then large ones. */
const vectorInputs = (): { readonly small: readonly unknown[]; readonly large: readonly unknown[] } => {
  const inputs = filesBelow('../fixtures/vectors/').flatMap((path) => {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const vectors = Array.isArray(read) ? read : (read as { vectors: unknown[] }).vectors;
    return vectors.map((vector) => (vector as { input: unknown }).input);
  });
  const upTo = (most: number) => inputs.filter((input) => JSON.stringify(input).length < most);
  return { small: upTo(LARGEST_SMALL), large: upTo(LARGEST_DOCUMENT) };
};

const documents: Target = {
  name: 'score document',
  make: (() => {
    const { small, large } = vectorInputs();
    return (random: Random) => {
      const document = random.pick(random.chance(LARGE_SHARE) ? large : small);
      const input = mutateJson(document, random, random.pick([0.01, 0.03, 0.1]));
      const run = () => {
        const scored = scoreDocument(input);
        if (!scored.ok) return scored.error === '' ? 'refused without a reason' : null;
        return findUnsound(scored.result);
      };
      return { input, run };
    };
  })(),
};

const LEFT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const screen: Target = {
  name: 'printable, mask secrets',
  make: (random) => {
    const input = mutateText(random, [
      'password = "hunter2hunter2" \u001b[31mred\u001b[0m',
      'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      'https://user:secretsecret@host.invalid/ AKIAABCDEFGHIJKLMNOP\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
      '\u001b]0;title\u0007\u001bP+q\u001b\\\u009b31m \u202e',
    ]);
    const run = () => {
      const shown = printable(input);
      const { text, masked } = maskSecrets(input);
      if (LEFT.test(shown)) return 'a control character is left';
      if (printable(shown) !== shown) return 'printing twice differs';
      if (printableLine(input, 80).length > 80) return 'longer than asked';
      if (masked > 0 === (text === input)) return 'the count of masked secrets is wrong';
      return findUnsound(masked);
    };
    return { input, run };
  },
};

const PATHS = [
  'src/a.js',
  'a/b/c',
  '.git/config',
  '../x',
  'a/../b',
  '.GIT/hooks',
  'git~1/x',
  'a/.git',
  'node_modules/x',
];
const TOP = '/root-of-the-tree';

const isOutside = (path: string): boolean => {
  const at = posix.resolve(TOP, path);
  return !at.startsWith(`${TOP}/`) || at.split('/').some((name) => name.toLowerCase() === '.git');
};

const paths: Target = {
  name: 'paths',
  make: (random) => {
    const input = mutateText(random, PATHS);
    const pattern = mutateText(random, ['**/*.js', 'src/', 'a*b?c', '**', '*/**/x']);
    // Bytes that are not text are decoded one by one, which is inherently slow.
    const bytes = Uint8Array.from({ length: random.chance(0.04) ? random.below(24) : 0 }, () =>
      random.below(256),
    );
    const run = () => {
      if (refusePath(input) === null && isOutside(input)) return 'refusePath lets it out';
      if (isSafePath(input) && isOutside(input)) return 'isSafePath lets it out';
      const part = classifyHarnessPath(input);
      if (part !== null && typeof part !== 'string') return 'not a part';
      if (typeof matchGlob(pattern)(input) !== 'boolean') return 'not an answer';
      return decodePath(bytes).includes('\ufffd') && !new TextDecoder().decode(bytes).includes('\ufffd')
        ? 'decodePath loses bytes'
        : null;
    };
    return { input: { input, pattern }, run };
  },
};

const manifests: Target = {
  name: 'manifests',
  make: (random) => {
    const seeds = [
      '{"name":"a","scripts":{"test":"x"},"dependencies":{"b":"1"},"jest":{}}',
      '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = "-q"\n[tool.ruff]\n',
      '[metadata]\nname = a\n[tool:pytest]\naddopts = -q\n',
    ];
    const path = random.pick(['package.json', 'pyproject.toml', 'setup.cfg', 'x/package.json', 'go.mod']);
    const [base, own] = [mutateText(random, seeds), random.chance(0.05) ? null : mutateText(random, seeds)];
    return {
      input: { path, base, own },
      run: () => (mergeManifest(path, base, own).kind === undefined ? 'no kind' : null),
    };
  },
};

const PATCHES = [
  'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
  'diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n',
  'From 1 Mon Sep 17 00:00:00 2001\nSubject: x\n\n---\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--\n2.39\n',
  'diff --git a/b b/b\nGIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\n',
];

const patches: Target = {
  name: 'patch headers',
  make: (random) => {
    const input = mutateText(random, PATCHES);
    const run = () => {
      const scan = scanPatch(input);
      stripLevels(scan.sections);
      if (splitMails(input).some((mail) => !input.includes(mail))) return 'a mail that was not sent';
      if (withoutHeaderCarriageReturns(input).length > input.length) return 'longer without its returns';
      return findUnsound(scan);
    };
    return { input, run };
  },
};

/** Everything that reads output of a candidate or its tools. */
export const targets = (): readonly Target[] => [
  ...reportTargets(),
  toml,
  rawDiff,
  documents,
  screen,
  paths,
  manifests,
  patches,
  patchOps,
  diffHeaders,
];
