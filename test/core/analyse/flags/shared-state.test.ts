import { expect, test } from 'vitest';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import { changeOf, type Files } from './change-of.ts';

const script = (condition: string, head: string): Files => ({
  'src/split.js': {
    before: 'export const split = (total, parts) => Math.floor(total / parts);\n',
    after: `${head}\nexport const split = (total, parts) =>\n  ${condition} ? Math.round(total / parts) : 0;\n`,
  },
});
const python = (condition: string, head: string): Files => ({
  'shares/split.py': {
    before: 'def split(total, parts):\n    return total // parts\n',
    after: `${head}\n\n\ndef split(total, parts):\n    return round(total / parts) if ${condition} else 0\n`,
  },
});
const go = (condition: string, head: string): Files => ({
  'split.go': {
    before: 'package shares\n\nfunc Split(total, parts int) int {\n\treturn total / parts\n}\n',
    after: `package shares\n\n${head}\n\nfunc Split(total, parts int) int {\n\tif ${condition} {\n\t\treturn 1\n\t}\n\treturn total / parts\n}\n`,
  },
});
const java = (condition: string, members: string): Files => ({
  'src/main/java/Shares.java': {
    before: 'class Shares {\n  int split(int total, int parts) {\n    return total / parts;\n  }\n}\n',
    after: `class Shares {\n${members}  int split(int total, int parts) {\n    if (${condition}) return 1;\n    return total / parts;\n  }\n}\n`,
  },
});
/** A file that has something already, and a function in it that changes. */
const has = (path: string, head: string, before: string, after: string): Files => ({
  [path]: { before: `${head}\n${before}\n`, after: `${head}\n${after}\n` },
});

const seenIn = async (files: Files): Promise<readonly string[]> => {
  const change = await changeOf(files, { baseFiles: new Set(['shares/money.py', 'src/limits.js']) });
  return findFlags(change)
    .filter(({ id }) => id === 'surroundings-read')
    .map(({ rule }) => rule);
};

test.each<readonly [string, Files]>([
  [
    'a closure',
    script(
      'fresh()',
      'const make = () => {\n  let n = 0;\n  return () => ++n < 50;\n};\nconst fresh = make();',
    ),
  ],
  [
    'a closure with a name',
    script(
      'fresh()',
      'function make() {\n  let n = 0;\n  function next() {\n    n += 1;\n    return n < 50;\n  }\n  return next;\n}\nconst fresh = make();',
    ),
  ],
  [
    'an object of its own class',
    script(
      'calls.bump()',
      'class Calls {\n  n = 0;\n  bump() {\n    this.n += 1;\n    return this.n < 50;\n  }\n}\nconst calls = new Calls();',
    ),
  ],
  [
    'one object',
    script(
      'calls.bump()',
      'const calls = {\n  n: 0,\n  bump() {\n    this.n += 1;\n    return this.n < 50;\n  },\n};',
    ),
  ],
  [
    'a static member',
    script(
      'Calls.bump()',
      'class Calls {\n  static n = 0;\n  static bump() {\n    this.n += 1;\n    return this.n < 50;\n  }\n}',
    ),
  ],
  [
    'a list that is handed on',
    script(
      'bump(calls)',
      'const calls = [];\nconst bump = (list) => {\n  list.push(1);\n  return list.length < 50;\n};',
    ),
  ],
  [
    'a list under another name',
    script(
      'bump()',
      'const calls = [];\nconst bump = () => {\n  const all = calls;\n  all.push(1);\n  return all.length < 50;\n};',
    ),
  ],
  [
    'a member that is deleted',
    script(
      'bump()',
      'const calls = { a: 1 };\nconst bump = () => {\n  const had = calls.a;\n  delete calls.a;\n  return had;\n};',
    ),
  ],
  [
    'a member that is unpacked into',
    script(
      'bump()',
      'const calls = { n: 0 };\nconst bump = () => {\n  let x;\n  [x, calls.n] = [0, calls.n + 1];\n  return calls.n < 50;\n};',
    ),
  ],
  [
    'members that are assigned',
    script(
      'bump()',
      'const calls = { n: 0 };\nconst bump = () => Object.assign(calls, { n: calls.n + 1 }).n < 50;',
    ),
  ],
  ['a list of another module', script('LIMITS.push(1) < 50', "import { LIMITS } from './limits.js';")],
  [
    'a member of a built-in',
    script('bump()', 'const bump = () => {\n  Map.n = (Map.n ?? 0) + 1;\n  return Map.n < 50;\n};'),
  ],
  ['a pattern with a position', script("turn.test('a'.repeat(50))", 'const turn = /a/g;')],
  [
    'values that are used up',
    script(
      'first()',
      'const all = [1, 2, 3].values();\nconst first = () => {\n  const [a] = all;\n  return a;\n};',
    ),
  ],
  [
    'what a module exports',
    has(
      'src/split.cjs',
      '',
      'exports.split = (a, b) => a / b;',
      'exports.split = (a, b) => {\n  exports.n = (exports.n ?? 0) + 1;\n  return exports.n < 50 ? a / b : 0;\n};',
    ),
  ],
  [
    'a second counter',
    has(
      'src/split.js',
      'let ids = 0;\nexport const id = () => ++ids;',
      'export const split = (a, b) => a / b;',
      'const calls = [0];\nexport const split = (a, b) => (calls[0]++ < 50 ? a / b : 0);',
    ),
  ],
  [
    'python: nonlocal',
    python(
      'FRESH()',
      'def make():\n    n = 0\n\n    def fresh():\n        nonlocal n\n        n += 1\n        return n < 50\n\n    return fresh\n\n\nFRESH = make()',
    ),
  ],
  [
    'python: global',
    python('bump()', 'N = 0\n\n\ndef bump():\n    global N\n    was, N = N, 1\n    return was == 0'),
  ],
  [
    'python: an object of its own class',
    python(
      'CALLS.bump()',
      'class Calls:\n    def __init__(self):\n        self.n = 0\n\n    def bump(self):\n        self.n += 1\n        return self.n < 50\n\n\nCALLS = Calls()',
    ),
  ],
  [
    'python: a class method',
    python(
      'Calls.bump()',
      'class Calls:\n    n = 0\n\n    @classmethod\n    def bump(cls):\n        cls.n += 1\n        return cls.n < 50',
    ),
  ],
  [
    'python: a list of a class',
    python(
      'Calls().bump()',
      'class Calls:\n    seen = []\n\n    def bump(self):\n        self.seen.append(1)\n        return len(self.seen) < 50',
    ),
  ],
  [
    'python: a default with content',
    python('bump()', 'def bump(seen=[0]):\n    seen[0] += 1\n    return seen[0] < 50'),
  ],
  [
    'python: setattr',
    python(
      'bump()',
      'def bump():\n    setattr(bump, "n", getattr(bump, "n", 0) + 1)\n    return bump.n < 50',
    ),
  ],
  [
    'python: del',
    python(
      'bump()',
      'TURNS = [1, 2, 3]\n\n\ndef bump():\n    left = len(TURNS) > 0\n    del TURNS[0]\n    return left',
    ),
  ],
  [
    'python: a heap',
    python(
      'bump()',
      'import heapq\n\nTURNS = []\n\n\ndef bump():\n    heapq.heappush(TURNS, 1)\n    return len(TURNS) < 50',
    ),
  ],
  ['python: an iterator', python('1 in TURNS', 'TURNS = iter([1] * 50)')],
  [
    'python: a cached list',
    python(
      'bump()',
      'from functools import cache\n\n\n@cache\ndef seen():\n    return []\n\n\ndef bump():\n    seen().append(1)\n    return len(seen()) < 50',
    ),
  ],
  [
    'python: a member of a module',
    python(
      'bump()',
      'from shares import money\n\n\ndef bump():\n    money.n = getattr(money, "n", 0) + 1\n    return money.n < 50',
    ),
  ],
  [
    'python: the target of a loop',
    python(
      'bump()',
      'TURNS = [0]\n\n\ndef bump():\n    for TURNS[0] in (TURNS[0] + 1,):\n        pass\n    return TURNS[0] < 50',
    ),
  ],
  [
    'python: a method that is taken',
    python(
      'bump()',
      'TURNS = []\n\n\ndef bump():\n    [f(1) for f in (TURNS.append,)]\n    return len(TURNS) < 50',
    ),
  ],
  [
    'go: a list that a helper changes',
    go(
      'bump(seen)',
      'var seen = []int{0}\n\nfunc bump(all []int) bool {\n\tall[0]++\n\treturn all[0] > 9\n}',
    ),
  ],
  [
    'go: a list that a helper copies into',
    go(
      'bump(seen)',
      'var seen = make([]int, 1)\n\nfunc bump(all []int) bool {\n\tcopy(all, []int{all[0] + 1})\n\treturn all[0] > 9\n}',
    ),
  ],
  [
    'go: a map that a helper hands on',
    go(
      'bump(seen)',
      'var seen = map[int]int{}\n\nfunc bump(all map[int]int) bool {\n\treturn more(all)\n}\n\nfunc more(all map[int]int) bool {\n\tall[1]++\n\treturn all[1] > 9\n}',
    ),
  ],
  [
    'go: a channel that fills',
    go(
      'bump(seen)',
      'var seen = make(chan int, 99)\n\nfunc bump(all chan int) bool {\n\tall <- 1\n\treturn len(all) > 9\n}',
    ),
  ],
  [
    'go: a list in reverse',
    go(
      'turn(seen)',
      'import "slices"\n\nvar seen = []int{1, 2}\n\nfunc turn(all []int) bool {\n\tslices.Reverse(all)\n\treturn all[0] > 1\n}',
    ),
  ],
  ['go: a variable of another file', go('bump()', 'func bump() bool {\n\tcalls++\n\treturn calls < 50\n}')],
  [
    'go: behind a pointer',
    go('bump()', 'var calls = new(int)\n\nfunc bump() bool {\n\t*calls++\n\treturn *calls < 50\n}'),
  ],
  [
    'go: a method',
    go(
      'calls.bump()',
      'type T struct{ n int }\n\nfunc (t *T) bump() bool { return t.n < 50 }\n\nvar calls = &T{}',
    ),
  ],
  [
    'go: a closure',
    go(
      'next()',
      'func make2() func() bool {\n\tn := 0\n\treturn func() bool {\n\t\tn++\n\t\treturn n < 50\n\t}\n}\n\nvar next = make2()',
    ),
  ],
  ['go: a lock', go('mu.TryLock()', 'import "sync"\n\nvar mu sync.Mutex')],
  [
    'go: a map',
    go('f()', 'var m = map[string]int{"a": 1}\n\nfunc f() bool {\n\tdelete(m, "a")\n\treturn len(m) > 0\n}'),
  ],
  [
    'java: a constant list',
    java('CALLS.add(1)', '  private static final List<Integer> CALLS = new ArrayList<>();\n'),
  ],
  ['java: a constant array', java('CALLS[0]++ < 50', '  private static final int[] CALLS = new int[1];\n')],
  [
    'c++: a variable of the file',
    {
      'src/split.cpp': {
        before: 'int split(int a, int b) { return a / b; }\n',
        after: 'int calls = 0;\nint split(int a, int b) { return calls++ < 50 ? a / b : 0; }\n',
      },
    },
  ],
  [
    'ruby: a variable of the main object',
    {
      'lib/a.rb': {
        before: 'def split(a, b)\n  a / b\nend\n',
        after: 'def split(a, b)\n  @n = (@n || 0) + 1\n  @n < 50 ? a / b : 0\nend\n',
      },
    },
  ],
])('a result remembers calls: %s', async (_, files) => {
  expect(await seenIn(files)).toContain('state');
});

test.each<readonly [string, Files]>([
  [
    'a list of one call',
    script('list(total)', 'const list = (one) => {\n  const all = [];\n  all.push(one);\n  return all;\n};'),
  ],
  [
    'a count of one call',
    script(
      'count([total])',
      'const count = (all) => {\n  let n = 0;\n  all.forEach((one) => {\n    n += one;\n  });\n  return all.map((one) => {\n    n += one;\n    return n;\n  });\n};',
    ),
  ],
  [
    'a helper within a call',
    script(
      'walk(total)',
      'const walk = (tree) => {\n  const found = [];\n  const visit = (node) => {\n    found.push(node);\n    node.children.forEach(visit);\n  };\n  visit(tree);\n  return found;\n};',
    ),
  ],
  [
    'a table',
    script(
      "UNITS[total] ?? pick(UNITS, 'a')",
      'const UNITS = { a: 1, b: 2 };\nconst pick = (table, key) => table[key];',
    ),
  ],
  [
    'a list that is read',
    script('WORDS.includes(total) && [...WORDS].sort().length', "const WORDS = ['a', 'b'];"),
  ],
  [
    'an object of functions',
    script(
      'tools.low(total)',
      'const tools = {\n  low: (x) => Math.max(0, x),\n  high(x) {\n    return this.low(x) + 1;\n  },\n};',
    ),
  ],
  [
    'a class of values',
    script(
      'new Share(total).add(1).n',
      'class Share {\n  constructor(n) {\n    this.n = n;\n  }\n  add(n) {\n    this.n += n;\n    return this;\n  }\n}',
    ),
  ],
  ['a pattern', script("WORD.test('a') && 'b'.replace(ALL, '')", 'const WORD = /a/;\nconst ALL = /b/g;')],
  [
    'a loop over matches',
    script(
      'words(total)',
      'const ALL = /b/g;\nconst words = (text) => {\n  const found = [];\n  let one;\n  while ((one = ALL.exec(text)) !== null) found.push(one[0]);\n  return found;\n};',
    ),
  ],
  [
    'a state that it had',
    has(
      'src/split.js',
      'const cache = new Map();\nexport const get = (a) => {\n  cache.set(a, 1);\n  return cache.get(a);\n};',
      'export const split = (a, b) => a / b;',
      'export const split = (a, b) => Math.round(a / b);',
    ),
  ],
  [
    'a state that moves',
    has(
      'src/split.js',
      '',
      'const cache = new Map();\nexport const get = (a) => cache.set(a, 1);\nexport const split = (a, b) => a / b;',
      'const cache = new Map();\nexport const split = (a, b) => Math.round(a / b);\nexport const get = (a) => cache.set(a, 1);',
    ),
  ],
  [
    'a decorator of a class',
    python(
      'Share(total).n',
      'class Share:\n    kinds = ("a", "b")\n\n    def __init__(self, n):\n        self.n = n\n        self.parts = []\n\n    def add(self, part):\n        self.parts.append(part)\n        return self',
    ),
  ],
  [
    'a list of the object, declared in the class',
    python(
      'Share(total).parts',
      'class Share:\n    parts = []\n\n    def __init__(self, n):\n        self.parts = [n]\n\n    def add(self, part):\n        self.parts.append(part)',
    ),
  ],
  ['python: a table', python('UNITS.get(total) or sorted(UNITS)', 'UNITS = {"a": 1}')],
  [
    'python: a list that is copied',
    python(
      'more()',
      'UNITS = ["a"]\n\n\ndef more():\n    units = list(UNITS)\n    units.append("b")\n    return units',
    ),
  ],
  ['python: a default that is read', python('first()', 'def first(axes=[0, 1]):\n    return axes[0]')],
  [
    'python: a count of one call',
    python(
      'count([total])',
      'def count(parts):\n    n = 0\n\n    def visit(one):\n        nonlocal n\n        n += one\n\n    for part in parts:\n        visit(part)\n    return n',
    ),
  ],
  ['python: a compiled pattern', python('WORD.match("a")', 'import re\n\nWORD = re.compile("a")')],
  [
    'go: locals',
    go(
      'f(1)',
      'type T struct{ n int }\n\nfunc (t *T) set(n int) (err error) {\n\tt.n = n\n\terr = nil\n\treturn\n}\n\nfunc f(n int) bool {\n\tvar a, b int\n\tc, d := 1, 2\n\ta, b = c, d\n\tfor i := range []int{1} {\n\t\ta += i\n\t}\n\tn++\n\treturn a+b+n > 0\n}',
    ),
  ],
  ['go: a pattern', go('word.MatchString("a")', 'import "regexp"\n\nvar word = regexp.MustCompile("a")')],
  [
    'java: locals and constants',
    java(
      'f() > 0',
      '  private static final int[] LOW = {1, 2};\n  private static final String NAME = "a";\n  int f() {\n    Node<String> created;\n    created = null;\n    int n = LOW[0];\n    n += 1;\n    return n;\n  }\n',
    ),
  ],
])('and not: %s', async (_, files) => {
  expect(await seenIn(files)).toEqual([]);
});
