import {
  loadedBy,
  type OuterNames,
  type SurroundingPatterns,
  type TestAware,
} from '../parts/surroundings.ts';

export const rubySurroundings: SurroundingPatterns = {
  variables: /\bENV\b\s*(?:[[.]|\))/,
  arguments: /\$PROGRAM_NAME\b|\$0\b|\bARGV\b/,
  stack: /(?<![.\w])caller(?:_locations)?\b|\bThread\.current\.backtrace\b|\bbinding\.of_caller\b/,
  modules: /\$LOADED_FEATURES\b|\bObjectSpace\b|\bconst_defined\?|\bdefined\?\s*\(?\s*(?:::)?[A-Z]/,
  clock:
    /\bTime\.(?:now|current|new\b(?!\s*\(?\s*\d))|\bDate(?:Time)?\.(?:today|now)\b|\bProcess\.clock_gettime\b/,
  place: /\.(?:isatty|tty\?)|\bProcess\.p?pid\b|\$\$|\bSocket\.gethostname\b|\bEtc\.getlogin\b/,
  state:
    /\binclude\s+Singleton\b|\b[A-Z][A-Z_\d]*\s*\.\s*[a-z_]\w*\s*(?:\|\||&&|[-+*])?=(?![=~>])|@@\w+\s*(?:\[[^\]\n]{0,80}\]\s*)?(?:\|\||&&|[-+*<])?[=<]|\b[A-Z][A-Z_\d]*\s*(?:<<|\.\s*(?:push|append|add|unshift|prepend|concat|insert|merge!|update|store|delete|clear|pop|shift|next|resume|replace)\b|\[[^\]\n]{0,80}\]\s*(?:\|\||[-+])?=(?![=~]))|\bdef\s+self\.[^\0]{0,400}?@\w+\s*(?:\|\||[-+])?=(?![=~])|\bclass\s*<<\s*self\b[^\0]{0,800}?@\w+\s*(?:\|\||[-+])?=(?![=~])|^def\s+(?!self\b)[^\0]{0,400}?@\w+\s*(?:\|\||[-+])?=(?![=~])/m,
  equality:
    /\bdef\s+(?:==|eql\?|equal\?|===|!=|<=>|method_missing)|\bdefine_(?:singleton_)?method\b|\balias_method\b|\bClass\.new\s*\(\s*(?:Array|String|Hash|Integer|Float|Numeric)\b/,
  chance: /\bRandom\b|\bSecureRandom\b|(?<![.\w:])s?rand\b|\.(?:shuffle|sample)\b|\.hash\b|\bobject_id\b/,
};

export const rubyOuter: OuterNames = {
  statements: new Set(['call']),
  head: /^require\b/,
  brings: new Set(['call']),
  standard:
    /^(?:benchmark|bundler|coverage|did_you_mean|drb|error_highlight|etc|expect|fcntl|fiddle|fileutils|find|io\/.*|irb|monitor|mutex_m|net\/.*|objspace|open-uri|open3|openssl|pathname|pty|pstore|random\/.*|rbconfig|rdoc|readline|reline|resolv|rubygems|socket|syslog|tempfile|timeout|tmpdir|un)(?:\/|$)/,
  loads: loadedBy(/^\s*require\s*\(?\s*["']([^"']+)["']/),
  pure: /^(?:set|date|time|json|bigdecimal(?:\/util)?|digest(?:\/\w+)?|forwardable|singleton|observer|delegate|ostruct|strscan|stringio|uri|cgi(?:\/\w+)?|erb|csv|yaml|psych|base64|matrix|prime|rational|comparable|English|abbrev|shellwords|zlib|ipaddr|optparse|logger|pp|racc\/parser|ripper|securerandom|tsort|weakref)$/,
  names:
    /\b(?:ObjectSpace|Thread|Fiber|Ractor|Process|Signal|GC|TracePoint|RubyVM|Etc|Socket|Dir|IO|FileUtils|Open3|Gem|Bundler|Rake|Minitest|RSpec|STDIN|STDOUT|STDERR|ARGF|DATA|TOPLEVEL_BINDING|BasicObject)\b|\bFile\.(?!join|basename|extname|dirname|split|fnmatch|SEPARATOR)\w+|\bKernel\.\w+|\b(?:Object|Module|Class)\.(?!new\b)\w+|\bRUBY_\w+|\b__(?:FILE|dir|method|LINE)__\b|\$(?:-\w|[A-Za-z_]\w*|[0!@:;<>"?*$./\\,])|(?<![.\w:@])(?:caller\w*|binding|eval|load|autoload|at_exit|trap|fork|spawn|system|exec|sleep|set_trace_func)\b(?!\s*[=:])|(?<![\w])(?:__send__|public_send|send)\s*\(\s*[^:\s]|\.\s*(?:backtrace\w*|constants|const_get|const_defined\?|subclasses|instance_methods?|methods|instance_eval|class_eval|module_eval|ancestors)\b|\bSystemStackError\b|\.\s*(?:full_message|detailed_message|source_location|all_symbols|program_name|weakref_alive\?)|(?<![.\w])(?:global_variables|private_methods|singleton_methods)\b|(?<![.\w])respond_to\?\s*\(?\s*:\w+\s*,\s*true|(?:\bif|\bunless|&&|\|\||[=?!(])\s*require(?:_relative)?\b|\b(?:YAML|JSON|CSV|Psych)\.(?:\w*load_file|read|open|foreach|table)\b/,
  // A command of the shell, and a method by a name that is put together.
  lines: /^[^#`]*(?:`[^`]+`|%x[[({|])|\b(?:__send__|public_send|send)\s*\(?\s*["'][^"']*["']\s*(?:\+|<<)/,
};

const TESTED =
  /["'/:][^"'\n]*(?:_test\b|\btest_|_spec\b|\bspec\b|\btests?\b|minitest|rspec|autorun|\brake\b)/i;

export const rubyTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    line: /\bdefined\?\s*\(?\s*(?:::)?(?:Minitest|MiniTest|RSpec|Test::Unit|Cucumber|SimpleCov)\b|\bconst_defined\?\s*\(?\s*[:"'](?:Minitest|MiniTest|RSpec|Test|Cucumber)\b/,
    sentence: 'The program asks whether a test runner is present.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-imported',
    line: /^\s*require\s*\(?\s*["'](?:minitest|rspec|test\/unit|test-unit)(?:\/[\w/]+)?["']/,
    sentence: 'The program loads a test runner.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-arguments',
    line: /\$PROGRAM_NAME\b|(?<![\w"'`])\$0(?!\s*==\s*__FILE__)\b/,
    near: TESTED,
    sentence: 'The program looks for a test runner in the name it was started with.',
  },
  {
    flag: 'runner-detected',
    rule: 'stack-inspected',
    line: /(?<![.\w])caller(?:_locations)?\b|\bThread\.current\.backtrace\b/,
    near: TESTED,
    sentence: 'The program reads its call stack and looks for tests in it.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-module',
    line: /\$LOADED_FEATURES\b|\$"/,
    near: TESTED,
    sentence: 'The program asks whether a test runner is loaded.',
  },
  {
    flag: 'harness-patched',
    rule: 'replaced',
    line: /^\s*(?:module|class)\s+(?:::)?(?:Minitest|MiniTest|RSpec|Test::Unit)\b|\b(?:Minitest|MiniTest|RSpec|Test::Unit)(?:::\w+)*\.(?:prepend|include|class_eval|module_eval|define_method|send|instance_eval|class_exec)\b/,
    sentence: 'A test runner is opened and changed, which tests rely on.',
  },
  {
    flag: 'harness-patched',
    rule: 'replaced',
    line: /^\s*(?:class|module)\s+(?:::)?(?:String|Symbol|Array|Hash|Integer|Float|Numeric|Object|BasicObject|NilClass|Kernel|Comparable|Enumerable|Struct|Range)\s*(?:$|[;<#])/,
    near: /\bdef\s+(?:==|eql\?|equal\?|===|!=|<=>|=~)/,
    sentence: 'Equality is changed for a type of the language.',
  },
  {
    flag: 'exit-hook',
    rule: 'exit-handler',
    line: /\bat_exit\b[^#\n]{0,200}\b(?:exit!?|abort|_exit)\b|^\s*(?:Process\.)?exit!\s*(?:\(|$|\s[01]|\s(?:true|if|unless))/,
    sentence: 'The library decides how the process ends.',
  },
];
