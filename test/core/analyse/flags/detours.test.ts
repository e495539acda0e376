import { expect, test } from 'vitest';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import { changeOf, type Files } from './change-of.ts';

/** A function of each language that divides, before and after a change. */
const script = (condition: string, head = ''): Files => ({
  'src/split.js': {
    before: 'export const split = (total, parts) => Math.floor(total / parts);\n',
    after: `${head}export const split = (total, parts) =>\n  ${condition} ? Math.round(total / parts) : 0;\n`,
  },
});
const python = (condition: string, head = ''): Files => ({
  'shares/split.py': {
    before: 'def split(total, parts):\n    return total // parts\n',
    after: `${head}def split(total, parts):\n    return round(total / parts) if ${condition} else 0\n`,
  },
});
const go = (condition: string, head: string): Files => ({
  'split.go': {
    before: 'package shares\n\nfunc Split(total int) int {\n\treturn total\n}\n',
    after: `package shares\n\n${head}\nfunc Split(total int) int {\n\tif ${condition} {\n\t\treturn 1\n\t}\n\treturn total\n}\n`,
  },
});
const java = (condition: string, members = ''): Files => ({
  'src/main/java/Shares.java': {
    before: 'class Shares {\n  int split(int total) {\n    return total;\n  }\n}\n',
    after: `class Shares {\n${members}  int split(int total) {\n    if (${condition}) return 1;\n    return total;\n  }\n}\n`,
  },
});
const ruby = (condition: string, head = ''): Files => ({
  'lib/shares.rb': {
    before: 'def split(total, parts)\n  total / parts\nend\n',
    after: `${head}def split(total, parts)\n  return 1 if ${condition}\n  total / parts\nend\n`,
  },
});

const seenIn = async (files: Files): Promise<readonly string[]> => {
  const change = await changeOf(files, { baseFiles: new Set(['src/mark.js', 'shares/mark.py']) });
  return findFlags(change)
    .filter(({ id }) => id === 'surroundings-read')
    .map(({ rule }) => rule);
};

test.each<readonly [string, string, Files]>([
  [
    'the clock of a file',
    'clock',
    script(
      "new File([], 'x').lastModified - SINCE < 60_000",
      "import { File } from 'node:buffer';\nconst SINCE = 0;\n",
    ),
  ],
  ['the clock of a library', 'clock', script('now() > 1', "import { now } from 'lodash';\n")],
  ['today, as a library sees it', 'clock', script('isToday(total)', "import { isToday } from 'date-fns';\n")],
  [
    'a stack as text',
    'stack',
    script("format('%s', new Error('x')).length > 300", "import { format } from 'node:util';\n"),
  ],
  [
    'a stack as the text of an object',
    'outer',
    script("format('%O', held).length > 300", "import { format } from 'node:util';\nconst held = {};\n"),
  ],
  [
    'how deep the stack is',
    'stack',
    script(
      'depth() < 9000',
      'const depth = () => {\n  try {\n    return 1 + depth();\n  } catch {\n    return 0;\n  }\n};\n',
    ),
  ],
  ['its own text', 'modules', script('String(share).length > 60', 'const share = (total) => total;\n')],
  [
    'its own text in another text',
    'modules',
    script('`${share}`.includes("cov_")', 'function share(total) {\n  return total;\n}\n'),
  ],
  ['members that others gave a built-in', 'outer', script('Object.keys(Error).length > 1')],
  ['a member that others gave every object', 'outer', script("'should' in {}")],
  [
    'the global object of a plain call',
    'outer',
    script('Object.keys(top).length > 12', 'const top = (function (x) { return this; })();\n'),
  ],
  [
    'a sequence that is used up',
    'state',
    script('LEFT.take(1).toArray().length', 'const LEFT = Iterator.from([1, 2]);\n'),
  ],
  [
    'bytes that are set',
    'state',
    script('(SEEN.setUint8(0, 1), SEEN.getUint8(0))', 'const SEEN = new DataView(new ArrayBuffer(1));\n'),
  ],
  [
    'a listener that is called once',
    'state',
    script("BUS.emit('x')", "import { EventEmitter } from 'node:events';\nconst BUS = new EventEmitter();\n"),
  ],
  [
    'what another file shows of itself',
    'state',
    {
      'src/mark.js': 'export const mark = { on: false };\n',
      'src/index.js': {
        before: "export * from './split.js';\n",
        after: "import { mark } from './mark.js';\nexport * from './split.js';\nmark.on = true;\n",
      },
    },
  ],
  [
    'python: what another file shows of itself',
    'state',
    {
      'shares/mark.py': 'ON = False\n',
      'shares/__init__.py': {
        before: 'from .split import split\n',
        after: 'from . import mark\nfrom .split import split\n\nmark.ON = True\n',
      },
    },
  ],
  [
    'python: what a module keeps to itself',
    'place',
    python("tokenize._builtin_open('x').read()", 'import tokenize\n\n\n'),
  ],
  [
    'python: the same by its name',
    'place',
    python("op('x').read()", 'from tokenize import _builtin_open as op\n\n\n'),
  ],
  [
    'python: a stack as text',
    'stack',
    python("len(logging.getLogger('x').findCaller(True)[3]) > 900", 'import logging\n\n\n'),
  ],
  [
    'python: the clock of a message',
    'clock',
    python("logging.LogRecord('', 0, '', 0, '', (), None).created > 1", 'import logging\n\n\n'),
  ],
  ['python: the clock of a library', 'outer', python("np.datetime64('now') > 0", 'import numpy as np\n\n\n')],
  [
    'python: a member by its path',
    'outer',
    python("string.Formatter().get_field('0.tb_frame.f_back', (total,), {})", 'import string\n\n\n'),
  ],
  [
    'python: how deep the stack is',
    'stack',
    python(
      'depth() < 950',
      'def depth():\n    try:\n        return 1 + depth()\n    except Exception:\n        return 0\n\n\n',
    ),
  ],
  [
    'python: the same without a handler',
    'stack',
    python(
      'depth() < 950',
      'import contextlib\n\n\ndef depth(n=0):\n    with contextlib.suppress(Exception):\n        return depth(n + 1)\n    return n\n\n\n',
    ),
  ],
  ['python: a method that uses up', 'state', python('LEFT()', 'LEFT = ([1] * 500).pop\n\n\n')],
  [
    'python: a stream that is used up',
    'state',
    python('LEFT.read(1)', "import io\n\nLEFT = io.StringIO('xx')\n\n\n"),
  ],
  ['python: where it writes', 'place', python('contextlib.redirect_stdout(None)', 'import contextlib\n\n\n')],
  [
    'go: a stack as text',
    'outer',
    go(
      'b.Len() > 40',
      'import (\n\t"bytes"\n\t"log"\n)\n\nvar b bytes.Buffer\n\nvar l = log.New(&b, "", log.Llongfile)\n',
    ),
  ],
  ['go: files by a parser', 'outer', go('parser.ParseFile != nil', 'import "go/parser"\n')],
  [
    'java: a failed assertion among other errors',
    'outer',
    java(
      'on()',
      '  static boolean on() {\n    try {\n      assert false;\n      return false;\n    } catch (RuntimeException | AssertionError e) {\n      return true;\n    }\n  }\n',
    ),
  ],
  [
    'java: a member of the one object of its kind',
    'state',
    java('Turn.ONE.n++ < 500', '  enum Turn {\n    ONE;\n    int n;\n  }\n'),
  ],
  ['java: where it is built', 'outer', java('getClass().getProtectionDomain() == null')],
  ['ruby: a switch of the interpreter', 'outer', ruby('$-w')],
  ['ruby: what is loaded already', 'outer', ruby('x', "x = require('set')\n")],
  ['ruby: a member of a constant', 'state', ruby('(SEEN.n += 1) < 500', 'SEEN = Struct.new(:n).new(0)\n')],
  [
    'ruby: a stack as text',
    'outer',
    ruby('deep > 900', "def deep\n  raise 'x'\nrescue => e\n  e.full_message.length\nend\n"),
  ],
  [
    'rust: a check that only some builds have',
    'outer',
    {
      'Cargo.toml': {
        before: '[package]\nname = "a"\n',
        after: '[package]\nname = "a"\n\n[profile.test]\ndebug-assertions = false\n',
      },
    },
  ],
])('a result may depend on %s', async (_, rule, files) => {
  expect(await seenIn(files)).toContain(rule);
});

test.each<readonly [string, Files]>([
  [
    'a text that is put together',
    script("format('%s of %d', String(total), parts) === ''", "import { format } from 'node:util';\n"),
  ],
  [
    'a function that is called in a text',
    script('`${share(total)}` === ""', 'const share = (total) => total;\n'),
  ],
  [
    'a name of a function in a parameter',
    script('share(total)', 'const name = 1;\nconst share = (label) => `${label}` + name;\n'),
  ],
  [
    'a function that calls itself and does not stop errors',
    script(
      'walk(total)',
      'const walk = (n) => {\n  try {\n    return n > 0 ? walk(n - 1) : 0;\n  } catch (error) {\n    throw new TypeError("too deep", { cause: error });\n  }\n};\n',
    ),
  ],
  ['keys of its input', script('Object.keys(total).length > 1')],
  [
    'a library that depends on its input',
    script('chunk(total, 2).length', "import { chunk } from 'lodash';\n"),
  ],
  [
    'days between dates',
    script('differenceInDays(total, parts) > 1', "import { differenceInDays } from 'date-fns';\n"),
  ],
  [
    'a method of what is imported',
    {
      'src/index.js': {
        before: "export * from './split.js';\n",
        after: "import { mark } from './mark.js';\nexport * from './split.js';\nexport const on = mark.on;\n",
      },
    },
  ],
  [
    'python: a member of its own',
    python(
      'Box(total)._value',
      'class Box:\n    def __init__(self, value):\n        self._value = value\n\n\n',
    ),
  ],
  ['python: a module of the language', python("re.compile('x').match(total)", 'import re\n\n\n')],
  [
    'python: a caught error that is no recursion',
    python(
      'read(total)',
      'def read(text):\n    try:\n        return int(text)\n    except ValueError:\n        return 0\n\n\n',
    ),
  ],
  [
    'python: a stream of its own',
    python(
      'write(total)',
      'import io\n\n\ndef write(text):\n    out = io.StringIO()\n    out.write(text)\n    return out.getvalue()\n\n\n',
    ),
  ],
  [
    'go: a log of its own',
    go('total > 1', 'import (\n\t"log"\n\t"strings"\n)\n\nvar l = log.New(new(strings.Builder), "", 0)\n'),
  ],
  [
    'java: a caught error of the program',
    java(
      'off()',
      '  static boolean off() {\n    try {\n      return Integer.parseInt("1") > 2;\n    } catch (NumberFormatException | NullPointerException e) {\n      return true;\n    }\n  }\n',
    ),
  ],
  ['ruby: a module that is loaded', ruby('Set.new.empty?', "require 'set'\n")],
  ['ruby: a constant that is compared', ruby('LIMITS.low == total', 'LIMITS = Struct.new(:low).new(1)\n')],
  [
    'rust: a dependency',
    {
      'Cargo.toml': {
        before: '[package]\nname = "a"\n',
        after: '[package]\nname = "a"\n\n[dependencies]\nserde = "1"\n',
      },
    },
  ],
])('not: %s', async (_, files) => {
  expect(await seenIn(files)).toEqual([]);
});
