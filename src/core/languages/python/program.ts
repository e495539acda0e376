import type { ProgramReading } from '../parts/program-reading.ts';
import type { RunnerHooks } from '../parts/runner-hooks.ts';
import { readActions } from '../../syntax/calls.ts';

const HARNESS_TARGETS =
  /^(?:(?:pytest|_pytest|unittest|nose|doctest|pluggy)(?:\.\w+)+|TestCase\.\w+|sys\.modules\.(?:pytest|_pytest|unittest|nose|doctest|json|re|inspect)\b.*|sys\.(?:exit|settrace|meta_path|path_hooks|excepthook|displayhook|unraisablehook)|builtins\.\w+|__builtins__\.\w+|__builtins__|os\.(?:_exit|write|path\.exists)|time\.(?:time|perf_counter|monotonic|sleep)|traceback\.\w+)$/;
const LOADERS = /^sys\.(?:meta_path|path_hooks|modules)\.(?:insert|append|update|__setitem__|setdefault)$/;
const TRACERS =
  /^(?:sys\.(?:settrace|setprofile)|threading\.(?:settrace|setprofile)|gc\.(?:get_objects|get_referrers|get_referents)|mock\.patch|unittest\.mock\.patch)$/;

export const pythonProgram: ProgramReading = {
  read: readActions,
  harnessTargets: HARNESS_TARGETS,
  reachesHarness({ name, node }, { syntax }) {
    const ofRunner = /pytest|unittest/.test(syntax.text(node).slice(0, 200));
    if (LOADERS.test(name) && (!name.startsWith('sys.modules') || ofRunner))
      return { rule: 'loader-hooked', sentence: `${name} changes how modules are loaded.` };
    return TRACERS.test(name)
      ? { rule: 'tracing', sentence: `${name} reaches into everything else that runs.` }
      : null;
  },
};

export const pytestHooks: RunnerHooks = {
  pluginFile: /(?:^|\/)conftest\.py$/,
  definition: /^[ \t]*(?:async[ \t]+)?def[ \t]+(pytest_\w+)[ \t]*\(/gm,
  decides:
    /^pytest_(?:runtest_(?:makereport|call|protocol|logreport|setup|teardown)|pyfunc_call|sessionfinish|report_teststatus|collection_modifyitems|ignore_collect|collect_file|itemcollected|deselected|exception_interact|cmdline_main|unconfigure|terminal_summary|runtestloop|assertrepr_compare|generate_tests)$/,
  changesResult:
    /\.outcome\s*=[^=]|\.excinfo\s*=[^=]|\.longrepr\s*=[^=]|\bexitstatus\s*=[^=]|\bforce_result\s*\(|\bitems\s*\[\s*:?\s*\]\s*=|\bitems\.(?:clear|remove|pop)\s*\(|\bdel\s+items\b|\bcollect_ignore(?:_glob)?\s*[=+]|\b\w+\.obj\s*=[^=]|\b_testFunc|\.wasxfail\s*=|\.stats\b[^\n]{0,40}=[^=]|\b_exit\s*\(/g,
};
