// Quality and security of a change of 50 files in five languages, by the analysers that come with Hydra.
// node --import tsx bench/assess.ts
import { openTools } from '../src/faces/wiring/wiring.ts';
import { assessTrees } from '../src/shell/assess/assess-trees.ts';
import { atNominalPace, line, makeRepository, report } from './support.ts';
import { openSession } from '../src/faces/wiring/session.ts';

const FILES_EACH = 10;
const FUNCTIONS = 12;
const ROUNDS = 5;
const LIMIT_MS = 3_000;

const many = (text: (at: number) => string): string =>
  Array.from({ length: FUNCTIONS }, (_, at) => text(at)).join('\n');

/** About 130 lines each, with branches, loops, texts and comments. */
const SOURCES: Readonly<Record<string, (salt: string) => string>> = {
  py: (salt) =>
    `import json\nimport os\n\n\n${many((at) => `def part_${salt}_${at}(items, limit=${at}):\n    """Sum what is below the limit."""\n    total = 0\n    for item in items:\n        if item is None:\n            continue\n        if item > limit and total < 100:\n            total += item  # kept\n        else:\n            total -= 1\n    return json.dumps({"total": total, "at": os.sep})\n\n`)}`,
  ts: (salt) =>
    `import { join } from 'node:path';\n\n${many((at) => `/** Sums what is below the limit. */\nexport const part${salt}${at} = (items: readonly (number | null)[], limit = ${at}): string => {\n  let total = 0;\n  for (const item of items) {\n    if (item === null) continue;\n    if (item > limit && total < 100) total += item;\n    else total -= 1;\n  }\n  return join('total', \`\${total}\`);\n};\n`)}`,
  go: (salt) =>
    `package part\n\nimport "fmt"\n\n${many((at) => `// Part${salt}${at} sums what is below the limit.\nfunc Part${salt}${at}(items []int, limit int) string {\n\ttotal := 0\n\tfor _, item := range items {\n\t\tif item == 0 {\n\t\t\tcontinue\n\t\t}\n\t\tif item > limit && total < 100 {\n\t\t\ttotal += item\n\t\t}\n\t}\n\treturn fmt.Sprint(total)\n}\n`)}`,
  java: (salt) =>
    `package part;\n\nclass Part${salt} {\n${many((at) => `    /** Sums what is below the limit. */\n    static String part${at}(int[] items, int limit) {\n        int total = 0;\n        for (int item : items) {\n            if (item == 0) {\n                continue;\n            }\n            if (item > limit && total < 100) {\n                total += item;\n            }\n        }\n        return "total " + total;\n    }\n`)}}\n`,
  rs: (salt) =>
    `${many((at) => `/// Sums what is below the limit.\npub fn part_${salt}_${at}(items: &[i64], limit: i64) -> String {\n    let mut total = 0;\n    for item in items {\n        if *item == 0 {\n            continue;\n        }\n        if *item > limit && total < 100 {\n            total += item;\n        }\n    }\n    format!("{}", total)\n}\n`)}`,
};

const filesFor = (round: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(SOURCES).flatMap(([ending, write]) =>
      Array.from({ length: FILES_EACH }, (_, at) => [`part/Part${at}.${ending}`, write(`${at}r${round}`)]),
    ),
  );

const { root, remove } = makeRepository(
  { 'README.md': '# parts\n', 'go.mod': 'module example.com/part\n' },
  {},
);
const session = openSession();
const tools = await openTools(session, root);
try {
  const base = await tools.repository.resolveBase('main');
  const assess = async (round: number): Promise<number> => {
    const replacements = Object.entries(filesFor(round)).map(([path, text]) => ({
      path,
      mode: '100644',
      text,
    }));
    const { tree } = await tools.repository.composeTree(base.tree, replacements);
    const startedMs = performance.now();
    const { quality } = await assessTrees(tools, { base, tree, programs: false });
    const count = Object.values(quality.details.languages).reduce(
      (sum, { files }) => sum + Object.keys(files).length,
      0,
    );
    if (count !== FILES_EACH * 5 || quality.score === null)
      throw new Error(`only ${count} files were assessed`);
    return performance.now() - startedMs;
  };
  const cold = await assess(0);
  const [times, here]: [number[], number[]] = [[], []];
  const timed = async (round: number): Promise<number> => {
    const ms = await assess(round);
    here.push(ms);
    return ms;
  };
  for (let round = 1; round <= ROUNDS; round += 1) times.push(await atNominalPace(() => timed(round)));
  const median = (values: number[]): number =>
    values.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  const lines = Object.values(filesFor(1)).reduce((sum, text) => sum + text.split('\n').length, 0);
  console.log(
    `${lines} lines; the first assessment, with everything to load, took ${cold.toFixed(0)} ms here, the later ones ${median(here).toFixed(0)} ms`,
  );
  report('assess', [
    line('a change of 50 files in five languages assessed, warm, without programs', median(times), 'ms*', {
      atMost: LIMIT_MS,
    }),
  ]);
} finally {
  await session.close();
  remove();
}
