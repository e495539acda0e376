import type {
  CallNames,
  HarnessNames,
  ProcessExits,
  ProgramReading,
  RunnerDetection,
} from '../parts/program-reading.ts';
import type { RunnerHooks } from '../parts/runner-hooks.ts';
import { readActions } from '../../syntax/calls.ts';

const calls: CallNames = {
  decodes:
    /^(?:base64\.\w+|codecs\.decode|binascii\.\w+|zlib\.\w+|lzma\.\w+|bz2\.\w+|bytes\.fromhex|bytearray\.fromhex|marshal\.loads|pickle\.loads)$/,
  startsPrograms:
    /^(?:subprocess\.(?:run|Popen|call|check_call|check_output|getoutput)|os\.(?:system|popen|spawn\w+|exec[lv]\w*)|pty\.spawn)$/,
  opensNetwork:
    /^(?:socket\.(?:socket|create_connection)|urllib\.request\.(?:urlopen|urlretrieve)|urlopen|requests\.(?:get|post|put|patch|delete|request|Session)|httpx\.(?:get|post|Client|AsyncClient|request)|aiohttp\.ClientSession|smtplib\.SMTP|ftplib\.FTP)$/,
  takesPath:
    /^(?:open|io\.open|os\.(?:remove|unlink|rename|replace|rmdir)|shutil\.\w+|os\.listdir|os\.walk|os\.scandir|pathlib\.Path|Path|glob\.glob|glob\.iglob|linecache\.getlines?|os\.path\.join)$/,
  takesFolder: /join|Path$|listdir|walk|scandir/,
  setsMember: /^setattr$/,
  readsStack:
    /^(?:inspect\.(?:stack|currentframe|getouterframes|trace)|sys\._getframe|sys\._current_frames|traceback\.(?:extract_stack|format_stack|walk_stack))$/,
};

const exits: ProcessExits = {
  forced: /^(?:os\._exit|os\.abort|signal\.raise_signal|_exit)$/,
  kills: /^os\.(?:kill|killpg)$/,
  ownProcess: /\b(?:getp?pid\(\)|getpgrp\(\)|getpgid\()|kill\w*\(\s*(?:-1|0)\b/,
  plain: /^sys\.exit$/,
  builtIn: /^(?:exit|quit)$/,
  registers: /^atexit\.register$/,
  decides: /\b_?exit\s*\(|\bkill\s*\(|exitstatus|os\._exit/,
  replaced: /^(?:sys\.exit|os\._exit|sys\.excepthook)$/,
  exception: 'SystemExit',
  startedItself: /if\s+__name__\s*==\s*["']__main__["']/,
};

const detection: RunnerDetection = {
  modules: ['pytest', '_pytest', 'unittest', 'nose2?'],
  imports: /^(?:test|pytest|_pytest|unittest|nose2?|pluggy)$/,
  programArguments: /\bsys\.(?:argv|orig_argv)/g,
  programName: /\bsys\.argv\s*\[\s*0\s*\]/g,
  loadedModules: /\bsys\.modules\b/g,
  testFile: /(?:^|[/\\])test_\w+\.py$|_test\.py$/,
};

const harness: HarnessNames = {
  targets:
    /^(?:(?:pytest|_pytest|unittest|nose|doctest|pluggy)(?:\.\w+)+|TestCase\.\w+|sys\.modules\.(?:pytest|_pytest|unittest|nose|doctest|json|re|inspect)\b.*|sys\.(?:exit|settrace|meta_path|path_hooks|excepthook|displayhook|unraisablehook)|builtins\.\w+|__builtins__\.\w+|__builtins__|os\.(?:_exit|write|path\.exists)|time\.(?:time|perf_counter|monotonic|sleep)|traceback\.\w+)$/,
  assertions: /^(?:unittest\.TestCase|TestCase|pytest)$/,
  compares: /^(?:__(?:eq|ne|contains|instancecheck|subclasscheck)__|equals)$/,
  differs: '__ne__',
  stubbed: /^(?:time|os|sys)\b/,
};

const LOADERS = /^sys\.(?:meta_path|path_hooks|modules)\.(?:insert|append|update|__setitem__|setdefault)$/;
const TRACERS =
  /^(?:sys\.(?:settrace|setprofile)|threading\.(?:settrace|setprofile)|gc\.(?:get_objects|get_referrers|get_referents)|mock\.patch|unittest\.mock\.patch)$/;
const RUNS_TEXT =
  /^(?:(?:builtins\.|__builtins__\.)?(?:exec|eval|compile)|execfile|runpy\.run_\w+|code\.interact|types\.FunctionType|marshal\.loads)$/;

export const pythonProgram: ProgramReading = {
  capabilities: {
    environment: /^os\.(?:environ|getenv|putenv|environb)(?:\.\w+)?$/,
    network:
      /^(?:socket|ssl|http\.client|urllib\.request|urllib3|requests|httpx|aiohttp|smtplib|ftplib|telnetlib|poplib|imaplib|xmlrpc\.client|paramiko|websockets?|asyncio\.open_connection)(?:\.\w+)*$|^urlopen$/,
    processes:
      /^(?:subprocess|multiprocessing|pty|psutil)\.\w+|^os\.(?:system|popen|fork\w*|exec[lv]\w*|spawn\w+|posix_spawn\w*|kill|killpg)$|^asyncio\.create_subprocess_\w+$|^signal\.pthread_kill$/,
    files:
      /^(?:open|io\.open|codecs\.open|gzip\.open|os\.(?:open|remove|unlink|rename|replace|mkdir|makedirs|rmdir|removedirs|symlink|link|truncate|walk|scandir|listdir)|tempfile\.\w+|shutil\.\w+|glob\.\w+|pathlib\.Path)$/,
    evaluation:
      /^(?:(?:builtins\.)?(?:eval|exec)|marshal\.loads|pickle\.loads?|runpy\.run_\w+|types\.FunctionType)$/,
    native: /^(?:ctypes|cffi|_ctypes)\b/,
  },
  payload: {
    environment: /^os\.environb?$/,
    givesAway:
      /^(?:json\.dumps?|pickle\.dumps?|yaml\.(?:safe_)?dump|str|repr|pprint\.pformat|urllib\.parse\.urlencode)$|^(?:requests|httpx|urllib\.request|socket)\.\w+$|\.(?:write|writelines|write_text|send|sendall|post|put)$/,
    kills: /^os\.(?:kill|killpg)$|^signal\.pthread_kill$/,
    foreignProcess: /\bgetppid\b|\bprocess_iter\b|\bpids\(\)/,
    writes:
      /^os\.(?:remove|unlink|rename|replace|mkdir|makedirs|rmdir|removedirs|symlink|link|truncate|chmod|chown|utime)$|^shutil\.(?:rmtree|move)$/,
    opens: /^(?:open|io\.open|codecs\.open|builtins\.open|gzip\.open)$/,
    joins: /^os\.path\.(?:join|abspath|normpath|realpath)$|^pathlib\.Path$/,
    ownFolder: /__file__/,
    shells:
      /^subprocess\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)$|^os\.(?:system|popen)$/,
  },
  read: readActions,
  calls,
  exits,
  detection,
  harness,
  reachesHarness({ name, node }, { syntax }) {
    const ofRunner = /pytest|unittest/.test(syntax.text(node).slice(0, 200));
    if (LOADERS.test(name) && (!name.startsWith('sys.modules') || ofRunner))
      return { rule: 'loader-hooked', sentence: `${name} changes how modules are loaded.` };
    return TRACERS.test(name)
      ? { rule: 'tracing', sentence: `${name} reaches into everything else that runs.` }
      : null;
  },
  // A library's own `compile(pattern)` has one argument; the built-in has three.
  runsText: ({ name, args }) => RUNS_TEXT.test(name) && !(name === 'compile' && args.length < 3),
};

export const pytestHooks: RunnerHooks = {
  pluginFile: /(?:^|\/)conftest\.py$/,
  definition: /^[ \t]*(?:async[ \t]+)?def[ \t]+(pytest_\w+)[ \t]*\(/gm,
  decides:
    /^pytest_(?:runtest_(?:makereport|call|protocol|logreport|setup|teardown)|pyfunc_call|sessionfinish|report_teststatus|collection_modifyitems|ignore_collect|collect_file|itemcollected|deselected|exception_interact|cmdline_main|unconfigure|terminal_summary|runtestloop|assertrepr_compare|generate_tests)$/,
  changesResult:
    /\.outcome\s*=[^=]|\.excinfo\s*=[^=]|\.longrepr\s*=[^=]|\bexitstatus\s*=[^=]|\bforce_result\s*\(|\bitems\s*\[\s*:?\s*\]\s*=|\bitems\.(?:clear|remove|pop)\s*\(|\bdel\s+items\b|(?<!(?:version_info|platform|os\.name|ImportError|\bPY\w+|\bHAS_\w+)[^\n]{0,80}:[ \t]*\n[ \t]{1,40})\bcollect_ignore(?:_glob)?\s*(?:\+|=(?![ \t]?\[[ \t]?\])|\.(?:append|extend|insert)\s*\()|\b\w+\.obj\s*=[^=]|\b_testFunc|\.wasxfail\s*=|\.stats\b[^\n]{0,40}=[^=]|\b_exit\s*\(|\bruntestprotocol\s*\(|\bcall_and_report\s*\(|\bitem\.runtest\s*\(|\.add_marker\s*\(\s*(?:pytest\.mark\.)?(?:flaky|xfail|skip)\b|\breruns\s*=/g,
};
