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
const go = (condition: string, head = ''): Files => ({
  'split.go': {
    before: 'package shares\n\nfunc Split(total, parts int) int {\n\treturn total / parts\n}\n',
    after: `package shares\n\n${head}\nfunc Split(total, parts int) int {\n\tif ${condition} {\n\t\treturn 1\n\t}\n\treturn total / parts\n}\n`,
  },
});
const rust = (condition: string, head = ''): Files => ({
  'src/lib.rs': {
    before: 'pub fn split(total: u64, parts: u64) -> u64 {\n    total / parts\n}\n',
    after: `${head}pub fn split(total: u64, parts: u64) -> u64 {\n    if ${condition} {\n        return 1;\n    }\n    total / parts\n}\n`,
  },
});
const ruby = (condition: string, head = ''): Files => ({
  'lib/shares.rb': {
    before: 'def split(total, parts)\n  total / parts\nend\n',
    after: `${head}def split(total, parts)\n  return 1 if ${condition}\n  total / parts\nend\n`,
  },
});
const java = (condition: string, head = ''): Files => ({
  'src/main/java/Shares.java': {
    before: 'class Shares {\n  int split(int total, int parts) {\n    return total / parts;\n  }\n}\n',
    after: `${head}class Shares {\n  int split(int total, int parts) {\n    if (${condition}) return 1;\n    return total / parts;\n  }\n}\n`,
  },
});
const cpp = (condition: string, head = ''): Files => ({
  'src/split.cpp': {
    before: 'int split(int total, int parts) {\n  return total / parts;\n}\n',
    after: `${head}int split(int total, int parts) {\n  if (${condition}) return 1;\n  return total / parts;\n}\n`,
  },
});

const seenIn = async (files: Files): Promise<readonly string[]> => {
  const change = await changeOf(files, {
    baseFiles: new Set(['shares/money.py', 'lib/money.rb', 'src/pad.js', 'src/share.ts']),
  });
  return findFlags(change)
    .filter(({ id }) => id === 'surroundings-read')
    .map(({ rule }) => rule);
};

test.each<readonly [string, string, Files]>([
  [
    'variables by an imported name',
    'outer',
    script('Object.keys(env).length', "import { env } from 'node:process';\n"),
  ],
  [
    'the stack of an error that is handed on',
    'outer',
    script('depth(new Error()) > 4', 'const depth = (e) => e.stack.length;\n'),
  ],
  [
    'the stack of a caught error',
    'outer',
    script('deep()', 'const deep = () => { try { null.x; } catch ({ stack }) { return stack; } };\n'),
  ],
  ['where it is installed', 'outer', script("!import.meta.url.includes('node_modules')")],
  ['who listens', 'outer', script("process.listenerCount('exit') > 0")],
  [
    'a built-in under a name put together',
    'outer',
    script('kit', "const kit = process.getBuiltinModule(['as', 'sert'].join(''));\n"),
  ],
  [
    'files',
    'outer',
    script('told', "import { readFileSync } from 'node:fs';\nconst told = readFileSync('x');\n"),
  ],
  ['a global of a runner', 'outer', script("typeof it === 'function'")],
  [
    'a signal with a timer',
    'outer',
    script('LIMIT.aborted', 'const LIMIT = AbortSignal.timeout(600_000);\n'),
  ],
  ['where it runs, by the zone', 'outer', script('Intl.DateTimeFormat().format(total).length > 8')],
  [
    'a global that it tries out',
    'outer',
    script(
      'careful',
      'const careful = (() => {\n  try {\n    return Boolean(afterAll);\n  } catch {\n    return false;\n  }\n})();\n',
    ),
  ],
  [
    'a global that another function declares',
    'outer',
    script(
      'careful()',
      'const none = (after) => after;\nconst careful = () => {\n  try {\n    return none(1) && Boolean(after);\n  } catch {\n    return 0;\n  }\n};\n',
    ),
  ],
  [
    'a global that is declared for types alone',
    'outer',
    {
      'src/split.ts':
        'declare const afterAll: unknown;\nexport const split = (a: number) => (afterAll ? a : 0);\n',
    },
  ],
  [
    'members of an error that no word names',
    'outer',
    script(
      "trace(new Error('range')).includes('test')",
      'const trace = (e) => {\n  const [first] = Reflect.ownKeys(e);\n  return e[first];\n};\n',
    ),
  ],
  ['the clock under another name', 'outer', script('new D().getFullYear() > 1', 'const D = Date;\n')],
  ['go: another language', 'unread', { ...go('true'), 'split_amd64.s': 'TEXT ·Split(SB),4,$0-24\n\tRET\n' }],
  [
    'go: a copy of a dependency',
    'outer',
    {
      'go.mod': {
        before: 'module a\n',
        after: 'module a\n\nreplace example.invalid/kit => ./kit\n',
      },
    },
  ],
  [
    'java: a provider of services',
    'outer',
    { 'src/main/resources/META-INF/services/java.time.zone.ZoneRulesProvider': 'a.Zones\n' },
  ],
  [
    'java: settings of its test runner',
    'outer',
    {
      'pom.xml': {
        before: '<project>\n</project>\n',
        after:
          '<project>\n<artifactId>maven-surefire-plugin</artifactId>\n<argLine>-Dx=1</argLine>\n</project>\n',
      },
    },
  ],
  ['its own text', 'outer', script("String(() => total).includes('cov')")],
  ['a global that writes', 'outer', script("String(console.log).includes('native')")],
  [
    'a lockfile',
    'outer',
    script(
      'told',
      "const { lockfileVersion: told } = (() => {\n  try {\n    return require('../package-lock.json');\n  } catch {\n    return {};\n  }\n})();\n",
    ),
  ],
  ['a document', 'outer', script('told', "import told from '../README';\n")],
  ['a manifest', 'outer', script('told', "const told = require(\n  '../package.json'\n).version;\n")],
  ['a file of the tests', 'outer', script('told', "export * from '../test/told.js';\nconst told = 1;\n")],
  ['a module over several lines', 'outer', script('fs', "import fs\n  from // a\n  'fs';\n")],
  [
    'a module of a name that it used as a word',
    'outer',
    {
      'src/split.js': {
        before: "export const offset = 'fs';\n",
        after: "import { existsSync } from 'fs';\nexport const offset = existsSync('x');\n",
      },
    },
  ],
  [
    'a module that a new file has the name of',
    'outer',
    {
      ...script('spawn', "import { spawn } from 'child_process';\n"),
      'child_process/index.js': 'export const a = 1;\n',
    },
  ],
  [
    'a second statement on the line of an import',
    'outer',
    script('total', "import './pad.js'; process.emit('x');\n"),
  ],
  ['a place beyond a long line', 'outer', script(`total /* ${'a'.repeat(900)} */ && process.features`)],
  [
    'the working directory',
    'place',
    script("resolve('').length > 9", "import { resolve } from 'node:path';\n"),
  ],
  [
    'arguments by a library',
    'place',
    script('parseArgs({}).values', "import { parseArgs } from 'node:util';\n"),
  ],
  [
    'python: recorded warnings',
    'outer',
    python(
      'told()',
      "import warnings\n\n\ndef told():\n    with warnings.catch_warnings(record=True) as seen:\n        warnings.warn('clamp', DeprecationWarning)\n    return bool(seen)\n\n\n",
    ),
  ],
  [
    'python: warnings as errors',
    'outer',
    python(
      'told()',
      "import warnings\n\n\ndef told():\n    try:\n        warnings.warn('clamp', DeprecationWarning)\n    except DeprecationWarning:\n        return 1\n\n\n",
    ),
  ],
  ['python: distributions', 'outer', python("version('pytest')", 'from importlib.metadata import version\n')],
  [
    'python: the name of the command',
    'outer',
    python('ArgumentParser().prog', 'from argparse import ArgumentParser\n'),
  ],
  ['python: the time as text', 'outer', python('formatdate()', 'from email.utils import formatdate\n')],
  [
    'python: handlers by another spelling',
    'outer',
    python("log.__dict__['hand' 'lers']", 'import logging\nlog = logging.getLogger()\n'),
  ],
  [
    'python: parts over several lines',
    'outer',
    python('s', 'from sys import (\n    maxsize,\n    stdout as s,\n)\n'),
  ],
  [
    'python: a module of the language under the name of a new file',
    'outer',
    {
      ...python('threading', 'import threading\n'),
      'threading.py': 'A = 1\n',
    },
  ],
  ['python: the first of a set', 'chance', python("list({'low', 'mid', 'top'})[0] == 'low'")],
  [
    'python: the next of a set',
    'chance',
    python('next(iter(WAYS)) == 1', "WAYS = frozenset(['low', 'mid'])\n"),
  ],
  ['python: what a set gives up', 'chance', python("WAYS.pop() == 'low'", "WAYS = {'low', 'mid'}\n")],
  ['python: a set in order', 'chance', python('FIRST', "FIRST, *_ = [*{'low', 'mid'}]\n")],
  ['python: what is in reach', 'outer', python("'capsys' in dir()")],
  ['python: addresses', 'outer', python('find(total)', 'find = id\n')],
  ['all globals', 'outer', script('Reflect.ownKeys(globalThis).length > 70')],
  ['chance', 'chance', script('Math.random() < 0.999')],
  [
    'a timer',
    'state',
    script('fresh', 'let fresh = true;\nsetTimeout(() => {\n  fresh = false;\n}, 60_000);\n'),
  ],
  [
    'a set of calls',
    'state',
    script('note(total)', 'const calls = new Set();\nconst note = (one) => calls.add(one).size < 50;\n'),
  ],
  ['a matcher of its own', 'equality', script('{ asymmetricMatch: (other) => other > total }')],
  ['the stack by another spelling', 'outer', script("look(new Error())['stack']")],
  ['the stack by a name put together', 'outer', script("look(new Error())['st' + 'ack']")],
  [
    'an error as text',
    'outer',
    script('inspect(new Error()).length > 9', "import { inspect } from 'node:util';\n"),
  ],
  [
    'a member of a function',
    'state',
    script('f()', 'function f() {\n  f.calls = (f.calls ?? 0) + 1;\n  return f.calls < 9;\n}\n'),
  ],
  [
    'a generator',
    'state',
    script('turn()', 'const all = numbers();\nconst turn = () => all.next().value < 9;\n'),
  ],
  [
    'python: a default that is kept',
    'state',
    python('keep(total)', 'def keep(one, seen=[]):\n    seen.append(one)\n    return len(seen) < 9\n\n\n'),
  ],
  [
    'python: a member of a function',
    'state',
    python('keep()', 'def keep():\n    keep.calls += 1\n    return keep.calls < 9\n\n\n'),
  ],
  ['python: getattr by a variable', 'outer', python('getattr(error, NAME)')],
  ['python: the module behind a built-in', 'outer', python('print.__self__')],
  ['python: files by another module', 'outer', python('io.open("x")', 'import io\n')],
  ['python: captured output', 'outer', python('sys.stdout is not sys.__stdout__', 'import sys\n')],
  ['python: under another name', 'outer', python('s.stdout', 'import sys as s\n')],
  ['python: a part of a module', 'outer', python('x', 'from sys import __stdout__ as x\n')],
  ['python: handlers of logs', 'outer', python('logging.getLogger().handlers', 'import logging\n')],
  ['python: faulthandler', 'outer', python('faulthandler.is_enabled()', 'import faulthandler\n')],
  [
    'python: how deep it can go',
    'stack',
    python(
      'deep()',
      'def deep():\n    try:\n        return deep()\n    except RecursionError:\n        return 1\n\n\n',
    ),
  ],
  ['python: what is installed', 'outer', python('find_spec("x")', 'from importlib.util import find_spec\n')],
  ['python: its own place', 'outer', python('"site-packages" not in __file__')],
  ['python: a member under a name put together', 'outer', python('getattr(shares, "_get" + "frame")')],
  ['python: hashes', 'chance', python('hash(str(total)) % 997')],
  ['python: a timer', 'outer', python('FRESH.is_set()', 'import threading\nFRESH = threading.Event()\n')],
  [
    'python: an equality without def',
    'equality',
    python('1', 'class A(list):\n    __eq__ = lambda self, other: len(other) == 3\n\n\n'),
  ],
  ['python: a test as a module', 'outer', python('EXPECTED', 'from tests.test_split import EXPECTED\n')],
  [
    'go: flags of the process',
    'outer',
    go('many()', 'import "flag"\n\nfunc many() bool { return flag.NFlag() > 3 }\n'),
  ],
  ['go: files', 'outer', go('err == nil', 'import "os"\n\nvar _, err = os.Stat("split_test.go")\n')],
  ['go: profiles', 'outer', go('pprof.Profiles() != nil', 'import "runtime/pprof"\n')],
  [
    'go: a condition of the build',
    'outer',
    { 'strict.go': '//go:build !release\n\npackage shares\n\nconst strict = true\n' },
  ],
  [
    'go: prints what a report would say',
    'outer',
    go('true', 'import "fmt"\n\nvar _, _ = fmt.Println("ok")\n'),
  ],
  [
    'go: a counter of calls',
    'state',
    go('calls.Add(1) < 9', 'import "sync/atomic"\n\nvar calls atomic.Int64\n'),
  ],
  ['go: a counter behind a pointer', 'state', go('note(&calls)', 'var calls int\n')],
  [
    'go: a counter of methods',
    'state',
    go(
      'T{}.n() < 9',
      'var calls int\n\ntype T struct{}\n\nfunc (t T) n() int {\n\tcalls++\n\treturn calls\n}\n',
    ),
  ],
  [
    'go: something sent',
    'state',
    go('f()', 'var turn = make(chan int, 9)\n\nfunc f() bool {\n\tturn <- 1\n\treturn true\n}\n'),
  ],
  [
    'go: a context that ends',
    'outer',
    go(
      'fresh.Err() == nil',
      'import (\n\t"context"\n\t"time"\n)\n\nvar fresh, _ = context.WithTimeout(context.Background(), time.Hour)\n',
    ),
  ],
  ['go: a module under another name', 'outer', go('t.Tick(1) == nil', 'import t "time"\n')],
  ['go: the name of a file', 'outer', { 'clamp_amd64.go': 'package shares\n\nconst strict = true\n' }],
  [
    'rust: an assertion of builds for tests',
    'outer',
    rust(
      'careful()',
      'fn careful() -> bool {\n    let mut on = false;\n    debug_assert!({ on = true; on });\n    on\n}\n',
    ),
  ],
  ['rust: atomics by another path', 'outer', rust('f()', 'use core::sync::atomic::AtomicU8;\n')],
  ['rust: a static of another name', 'state', rust('f()', 'static CALLS: Counter = Counter::new();\n')],
  [
    'rust: another function for tests',
    'place',
    rust(
      'f()',
      '#[cfg(test)]\nmod careful {\n    pub fn clamp() {}\n}\n#[cfg(test)]\npub use careful::clamp;\n',
    ),
  ],
  [
    'java: a static that changes',
    'state',
    java('calls++ < 9', 'class Calls {\n  static int calls = 0;\n}\n'),
  ],
  [
    'java: a static counter',
    'state',
    java('f()', 'class Calls {\n  private static final AtomicInteger CALLS = new AtomicInteger();\n}\n'),
  ],
  [
    'java: an assertion that does something',
    'outer',
    java(
      'f()',
      'class A {\n  boolean f() {\n    boolean on = false;\n    assert (on = true);\n    return on;\n  }\n}\n',
    ),
  ],
  [
    'c++: a static that changes',
    'state',
    cpp('f()', 'static int calls = 0;\nbool f() { return calls++ < 9; }\n'),
  ],
  ['c++: an atomic', 'state', cpp('f()', '#include <string>\nstd::atomic<int> calls;\n')],
  [
    'c++: an assertion that does something',
    'outer',
    cpp('f()', 'bool f() {\n  bool on = false;\n  assert(on = true);\n  return on;\n}\n'),
  ],
  [
    'ruby: a variable of a class',
    'state',
    ruby('f', 'class A\n  @@calls = 0\n  def f\n    @@calls += 1\n  end\nend\n'),
  ],
  ['ruby: a constant that is filled', 'state', ruby('f', 'CALLS = []\ndef f\n  CALLS << 1\nend\n')],
  ['rust: a panic that only some builds have', 'outer', rust('std::panic::catch_unwind(|| 1).is_err()')],
  ['rust: a constant of the build', 'outer', rust('env!("CARGO_PKG_NAME") == "shares"')],
  ['rust: a feature', 'outer', rust('cfg!(feature = "exact")')],
  [
    'rust: before main',
    'outer',
    rust('true', '#[used]\n#[link_section = ".init_array"]\nstatic START: fn() = start;\n'),
  ],
  ['ruby: a backtrace', 'outer', ruby('(raise rescue $!).backtrace.size > 8')],
  ['ruby: what is defined', 'outer', ruby('Object.constants.size > 150')],
  ['ruby: threads', 'outer', ruby('Thread.list.size > 1')],
  ['ruby: chance', 'chance', ruby('Random.rand(1000) > 0')],
  [
    'ruby: an array of its own',
    'equality',
    ruby('LIST', 'LIST = Class.new(Array) { define_method(:==) { |other| true } }\n'),
  ],
  ['java: a trace', 'outer', java('new Throwable().toString().length() > 3')],
  ['java: assertions', 'outer', java('Shares.class.desiredAssertionStatus()')],
  ['java: resources of tests', 'outer', java('Shares.class.getResource("/SharesTest.class") != null')],
  ['java: the machine', 'outer', java('m() > 1', 'import java.lang.management.ManagementFactory;\n')],
  ['c++: a condition of the build', 'outer', cpp('__OPTIMIZE__')],
  [
    'c++: before main',
    'outer',
    cpp('on', 'bool on;\n__attribute__((constructor)) static void start() { on = true; }\n'),
  ],
  ['c++: the machine', 'outer', cpp('threads() > 1', '#include <thread>\n')],
  [
    'python: what it read before, read again',
    'variables',
    {
      'shares/split.py': {
        before: 'import os\n\nDEBUG = os.environ.get("A")\n',
        after: 'import os\n\nDEBUG = os.environ.get("A")\nTERM = os.environ.get("B")\n',
      },
    },
  ],
  [
    'python: a module that it has, used more',
    'outer',
    {
      'shares/split.py': {
        before: 'import threading\n\nLOCK = threading.Lock()\n',
        after: 'import threading\n\nLOCK = threading.Lock()\nMANY = threading.active_count()\n',
      },
    },
  ],
  [
    'a module that it has, used more',
    'outer',
    {
      'src/split.js': {
        before: "import fs from 'node:fs';\nexport const read = (a) => fs.readFileSync(a);\n",
        after:
          "import fs from 'node:fs';\nexport const read = (a) => fs.readFileSync(a);\nexport const here = () => fs.existsSync('x');\n",
      },
    },
  ],
  ['python: a traceback by its name', 'stack', python('getattr(error, "__traceback__")')],
  ['python: a traceback by a name in pieces', 'stack', python('getattr(error, "__trace" "back__")')],
  [
    'python: a traceback by a pattern',
    'outer',
    python(
      'deep()',
      'def deep():\n    try:\n        return 1 / 0\n    except ZeroDivisionError as e:\n        match e:\n            case Exception(__traceback__=t):\n                return t is None\n\n\n',
    ),
  ],
  ['python: all members', 'outer', python('inspect.getmembers(split)', 'import inspect\n\n\n')],
  [
    'python: a module that another one loads',
    'outer',
    python('contextlib.os.getcwd()', 'import contextlib\n\n\n'),
  ],
  [
    'python: the same under another name',
    'place',
    python('s.stdin', 'from collections import _sys as s\n\n\n'),
  ],
  [
    'python: a module that the project loads',
    'outer',
    python('money.os.getcwd()', 'from shares import money\n\n\n'),
  ],
  ['python: the date as text', 'clock', python('time.strftime("%Y") == "2026"', 'import time\n\n\n')],
  [
    'python: the date by any date',
    'clock',
    python('EPOCH.now().year > 1', 'from datetime import datetime\n\nEPOCH = datetime(2020, 1, 1)\n\n\n'),
  ],
  ['python: a document', 'place', python('ET.parse("x")', 'import xml.etree.ElementTree as ET\n\n\n')],
  ['python: members by a template', 'outer', python('"a" in "{0.__globals__}".format(split)')],
  ['python: a module of the language by its place', 'outer', { ...python('total'), 'difflib.py': 'A = 1\n' }],
  [
    'python: a list that shows other items',
    'equality',
    python('1', 'class R(list):\n    def __iter__(self):\n        return iter([0])\n\n\n'),
  ],
  [
    'python: the same under another name for list',
    'equality',
    python('1', 'L = list\n\n\nclass R(L):\n    def __len__(self):\n        return 3\n\n\n'),
  ],
  [
    'python: a field that does not count',
    'equality',
    python(
      '1',
      'from dataclasses import dataclass, field\n\n\n@dataclass\nclass R:\n    value: int = field(compare=False)\n\n\n',
    ),
  ],
  [
    'a member by a name that is put together',
    'outer',
    script('deep()', "const key = ['st', 'ack'].join('');\nconst deep = (e) => e[key].length;\n"),
  ],
  ['a member by a name that is decoded', 'outer', script("total[atob('c3RhY2s=')]")],
  [
    'a member by a name in a list',
    'outer',
    script('deep(total)', "const KEYS = ['name', 'stack'];\nconst deep = (e) => e[KEYS[1]];\n"),
  ],
  ['a text of its own', 'equality', script("{ toString: () => '3' }")],
  ['a JSON of its own', 'equality', script('{ toJSON: () => [3] }')],
  [
    'what the tests load',
    'outer',
    {
      'package.json': {
        before: '{"imports":{"#m":"./src/m.js"}}\n',
        after: '{"imports":{"#m":{"development":"./src/m.js","default":"./src/n.js"}}}\n',
      },
    },
  ],
  ['what builders make of it', 'outer', { 'babel.config.js': "module.exports = { plugins: ['./x.js'] };\n" }],
  [
    'go: the order of a map',
    'chance',
    go(
      'f()',
      'var m = map[string]int{"a": 1, "b": 2}\n\nfunc f() bool {\n\tfor k := range m {\n\t\treturn k == "a"\n\t}\n\treturn false\n}\n',
    ),
  ],
  [
    'go: an equality of its own',
    'equality',
    go('true', 'type R struct{}\n\nfunc (r R) Equal(o R) bool { return true }\n'),
  ],
  [
    'java: an equality of its own',
    'equality',
    { 'src/main/java/R.java': 'class R {\n  public boolean equals(Object o) { return true; }\n}\n' },
  ],
  ['java: the zone', 'outer', java('TimeZone.getDefault() == null', 'import java.util.TimeZone;\n')],
  [
    'rust: the order of a map',
    'chance',
    rust('m.keys().next() == Some(&1)', 'use std::collections::HashMap;\n'),
  ],
  ['rust: an address', 'outer', rust('format!("{:p}", &total).ends_with("0")')],
  ['ruby: a command', 'outer', ruby('`id`.empty?')],
  ['ruby: a method by a name that is put together', 'outer', ruby('send("cal" + "ler").size > 9')],
  [
    'ruby: an order of its own',
    'equality',
    ruby('1', 'class R\n  include Comparable\n  def <=>(other)\n    0\n  end\nend\n'),
  ],
  [
    'c++: an equality of its own',
    'equality',
    cpp('1', 'struct R { bool operator==(const R&) const { return true; } };\n'),
  ],
  [
    'c++: a condition of the preprocessor',
    'outer',
    cpp('on', '#ifdef UNIT_TEST\nconst bool on = true;\n#endif\n'),
  ],
  [
    'c++: a function with a memory',
    'state',
    cpp('bump()', 'auto bump = [n = 0]() mutable { return n++ < 50; };\n'),
  ],
])('a result may depend on %s', async (_, rule, files) => {
  expect(await seenIn(files)).toContain(rule);
});

test.each<readonly [string, Files]>([
  [
    'modules of the project and known ones',
    script('pad(total)', "import { join } from 'node:path';\nimport { pad } from './pad.js';\n"),
  ],
  [
    'a message that looks like an import',
    script('pad(\'from "node:fs"\')', "import { pad } from './pad.js';\n"),
  ],
  ['modules by require', script('pad(total)', "const { pad } = require('./pad.js');\n")],
  ['a member by its name', script("total['length'] === 1")],
  ['the platform', script("process.platform === 'win32'")],
  [
    'globals that depend on their input',
    script(
      "Math.max(low, Number.parseInt('1', 10)) > new Date(total).getTime() || total instanceof Date",
      'const low = new Intl2().low;\nfunction Intl2() {\n  this.low = 1;\n}\n',
    ),
  ],
  [
    'data of the project',
    {
      ...script('LIMITS.low', "import LIMITS from './limits.json' with { type: 'json' };\n"),
      'src/limits.json': '{ "low": 1 }\n',
    },
  ],
  [
    'a new module',
    {
      ...script('low(total)', "import { low } from './limits/low.js';\n"),
      'src/limits/low.ts': 'export const low = (one: number): number => Math.max(0, one);\n',
    },
  ],
  ['paths that are joined', script("join('a', 'b') === total", "import { join } from 'node:path';\n")],
  [
    'python: sets without an order',
    python(
      "total in {'low'} and any(x == total for x in {'a', 'b'}) and sorted({'a', 'b'}) and list({1, 2})",
    ),
  ],
  ['python: a warning', python("warnings.warn('old', DeprecationWarning)", 'import warnings\n')],
  ['python: messages', python('EmailMessage()', 'from email.message import EmailMessage\n')],
  ['what it prints', script('warn(total)', 'const warn = (one) => console.warn(one);\n')],
  [
    'names of all kinds of declarations',
    script(
      'all(total)',
      'import base, { one as two } from "./pad.js";\nimport * as three from "./pad.js";\nconst { a, b: [c = 1], ...d } = three;\nclass E extends base {\n  static x = 1;\n  #y = E.x;\n  get z() {\n    return this.#y;\n  }\n}\nfunction all(f, { g } = {}, ...h) {\n  for (const i of h) for (let j = 0; j < i; j++) if (j) continue;\n  try {\n    two(a, c, d, f, g);\n  } catch (k) {\n    throw new TypeError(`${k}`, { cause: k });\n  }\n  label: for (;;) break label;\n  return () => arguments.length + new E().z;\n}\n',
    ),
  ],
  [
    'types',
    {
      'src/split.ts': {
        before: 'export const split = (total: number) => total;\n',
        after:
          "import type { Share } from './share.ts';\n\nexport type Split = readonly [low: number, at?: Date];\ninterface Parts extends Iterable<Share> {\n  readonly of: Partial<Record<string, NodeJS.Timeout>>;\n  (one: number): asserts one is 1;\n}\nenum Way {\n  Up,\n}\nexport const split = <T extends Parts>(total: number, parts?: T): Split => [total + Way.Up, parts as never];\n",
      },
    },
  ],
  [
    'elements of a page',
    {
      'src/split.jsx': {
        before: 'export const Split = () => null;\n',
        after:
          'import { Pad } from \'./pad.js\';\nexport const Split = ({ of }) => <p className="a"><Pad key={of}>of</Pad></p>;\n',
      },
    },
  ],
  [
    'python: names of all kinds of declarations',
    python(
      'every(total)',
      'import math as m\nfrom shares.money import (\n    cents,\n    more as most,\n)\n\nLIMIT: int = 3\n\n\nclass Share(Exception):\n    one = LIMIT\n\n    @property\n    def two(self, *rest, key=one, **named) -> "Share":\n        return [x for x in rest if x] + [(a, b) for a, (b, _) in named.items()]\n\n\ndef every(first):\n    global COUNT\n    try:\n        with most(first) as (c, d), cents(key=1) as e:\n            return (f := c) + d + e + f + m.floor(COUNT)\n    except (ValueError, Share) as error:\n        raise Share(error) from error\n    match first:\n        case [g, *h] if g:\n            return h\n        case {"a": i, **j}:\n            return i, j, (lambda k, *l: k + len(l))\n\n\n',
    ),
  ],
  ['python: what a module brings', python('cents(total)', 'from shares.money import *\n')],
  ['an error of a kind', script('pad(new RangeError(total))', "import { pad } from './pad.js';\n")],
  [
    'a list of one call',
    script(
      'list(total)',
      'const list = (one) => {\n  const all = [];\n  all.push(one);\n  return all;\n};\n',
    ),
  ],
  [
    'a name that a parameter hides',
    script(
      'sum([1])',
      'const all = [];\nconst sum = (all) => {\n  all.push(1);\n  return all.length + 1;\n};\n',
    ),
  ],
  [
    'a table that is built while loading',
    script('TABLE.get(total)', 'const TABLE = new Map();\nTABLE.set(1, 2);\n'),
  ],
  [
    'python: known modules',
    python(
      'math.isfinite(total)',
      'import math\nfrom collections import abc\nfrom shares.money import cents\nfrom .money import more\n',
    ),
  ],
  [
    'python: the harmless part of a module',
    python(
      'sys.version_info > (3,) and os.path.join("a", "b")',
      'import os\nimport sys\nfrom os.path import join\n',
    ),
  ],
  [
    'python: a logger',
    python('log.debug("x") is None', 'import logging\n\nlog = logging.getLogger(__name__)\n'),
  ],
  [
    'python: a list of one call',
    python('keep(total)', 'def keep(one):\n    seen = []\n    seen.append(one)\n    return seen\n\n\n'),
  ],
  ['python: a text as a file', python('io.StringIO("x").read()', 'import io\n')],
  [
    'python: a class that counts itself',
    python(
      'A(1).one',
      'class A:\n    def __init__(self, one):\n        self.one = one\n        self.all = []\n        self.all.append(one)\n\n\n',
    ),
  ],
  ['python: a member by its name', python('getattr(total, "real", None)')],
  ['python: words in a comment', python('total', '# import threading, open(), __file__\n')],
  [
    'go: known packages',
    go(
      'strings.TrimSpace(fmt.Sprint(total)) == ""',
      'import (\n\t"fmt"\n\t"strings"\n\n\t"example.com/shares/money"\n)\n',
    ),
  ],
  [
    'go: a table and a parser',
    go(
      'len(known) == total',
      'import (\n\t"context"\n\t"strconv"\n)\n\nvar known = map[string]int{"a": 1}\n\nfunc parse(ctx context.Context, one string) (int, error) {\n\tvar all []int\n\tfor i := 0; i < 3; i++ {\n\t\tall = append(all, i)\n\t}\n\tall[0]++\n\treturn strconv.Atoi(one)\n}\n',
    ),
  ],
  [
    'rust: plain values',
    rust(
      'LIMITS.contains(&total)',
      'use std::cmp::{max, min};\n\nstatic LIMITS: [u64; 2] = [1, 2];\nstatic NAME: &str = "a";\n\n#[derive(Debug)]\nstruct A;\n\nimpl std::fmt::Display for A {\n    fn fmt(&self, f: &mut std::fmt::Formatter<\'_>) -> std::fmt::Result {\n        write!(f, "{}", max(1, min(2, 3)))\n    }\n}\n',
    ),
  ],
  [
    'java: constants and methods',
    java(
      'LIMIT.isEmpty()',
      'import java.util.List;\n\nclass A {\n  private static final List<String> LIMIT = List.of();\n  private int all;\n\n  static int of(int one) {\n    return Math.max(0, one);\n  }\n\n  static class B {}\n}\n',
    ),
  ],
  [
    'c++: constants and functions',
    cpp(
      'LIMIT > of(total)',
      'static const int LIMIT = 3;\nstatic constexpr double PART = 0.5;\nstatic int of(int one) { int all = 0; all++; return std::max(all, one); }\n',
    ),
  ],
  [
    'ruby: constants and members',
    ruby(
      'A.new.of(total) == LIMITS[0]',
      'LIMITS = [1, 2].freeze\n\nclass A\n  def initialize\n    @all = []\n  end\n\n  def of(one)\n    @all << one\n    LIMITS[0] == one\n  end\nend\n',
    ),
  ],
  [
    'rust: collections',
    rust('seen.is_empty()', 'use std::collections::{BTreeMap, HashMap};\nuse std::fmt;\n'),
  ],
  ['rust: tests next to the code', rust('total == 0', '#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n')],
  ['ruby: known libraries', ruby('Set.new([1]).include?(total)', "require 'set'\nrequire 'money'\n")],
  ['ruby: paths', ruby('File.join("a", "b") == "a/b"')],
  [
    'go: a table that helpers read',
    go(
      'has(TABLE, total)',
      'var TABLE = []int{1, 2}\n\nfunc has(all []int, x int) bool {\n\tfor _, one := range all {\n\t\tif one == x {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn len(all) == 0\n}',
    ),
  ],
  [
    'go: a list of its own',
    go('bump([]int{1})', 'func bump(all []int) bool {\n\tall[0]++\n\treturn all[0] > 1\n}'),
  ],
  [
    'go: a newer dependency',
    {
      'go.mod': {
        before: 'module a\n\nrequire example.invalid/kit v1.2.0\n',
        after: 'module a\n\nrequire example.invalid/kit v1.3.0\n',
      },
    },
  ],
  [
    'java: a newer dependency',
    {
      'pom.xml': {
        before: '<project>\n<version>1.2</version>\n</project>\n',
        after: '<project>\n<version>1.3</version>\n<scope>test</scope>\n</project>\n',
      },
    },
  ],
  ['java: collections', java('List.of(1).isEmpty()', 'import java.util.List;\nimport org.example.Money;\n')],
  ['c++: the library', cpp('std::string("a").empty()', '#include <string>\n#include "money.h"\n')],
  [
    'python: what it read before, elsewhere in the file',
    {
      'shares/split.py': {
        before: 'import os\n\nDEBUG = os.environ.get("A")\n\n\ndef f():\n    return 1\n',
        after: 'import os\n\n\ndef f():\n    return 2\n\n\nDEBUG = os.environ.get("A")\n',
      },
    },
  ],
  [
    'python: a kind of values',
    python(
      '1',
      'from enum import Enum\n\n\nclass Kind(str, Enum):\n    A = "a"\n\n    def __str__(self):\n        return self.value\n\n\n',
    ),
  ],
  [
    'python: what represents it',
    python('name(total)', 'def name(self):\n    return f"{self.__class__.__name__}"\n\n\n'),
  ],
  ['python: a package of the project', { ...python('total'), 'shares/copy.py': 'A = 1\n' }],
  ['python: a member of the object', python('own(total)', 'def own(self):\n    return self.threading\n\n\n')],
  ['a member by a key', script("total[parts.join('.')] ?? total['a'] ?? total[`${parts}-a`]")],
  ['a word in a comment', script('total', "/** As `constructor` or 'stack' would. */\n")],
  ['a text by default', script('total.toString() === String(parts)')],
  [
    'the entry of a package',
    {
      'package.json': {
        before: '{"name":"a"}\n',
        after: '{"name":"a","exports":{".":{"types":"./a.d.ts","import":"./a.js","default":"./a.cjs"}}}\n',
      },
    },
  ],
  [
    'c++: a guard',
    {
      'src/share.hpp':
        '#ifndef SHARE_HPP\n#define SHARE_HPP\n#ifdef __cplusplus\nint share(int total);\n#endif\n#endif\n',
    },
  ],
])('not: %s', async (_, files) => {
  expect(await seenIn(files)).toEqual([]);
});

test('names that a file used before are not new, and others are', async () => {
  const before = 'export const f = () => process.cwd() + process.uptime();\n';
  const again = 'export const f = (a) => a + process.cwd() + process.uptime();\n';
  expect(await seenIn({ 'src/a.js': { before, after: again } })).toEqual([]);
  const more = again.replace('a + ', 'process.getActiveResourcesInfo().length + ');
  expect(await seenIn({ 'src/a.js': { before, after: more } })).toEqual(['outer']);
});
