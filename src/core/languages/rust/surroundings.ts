import { branchesForTests, filesForTests } from './builds/branches.ts';
import { methodsInFront } from './builds/methods.ts';
import { ownAssertions, replacedForTests } from './builds/replaced.ts';
import type { OuterNames, SurroundingPatterns, TestAware } from '../parts/surroundings.ts';

export const rustSurroundings: SurroundingPatterns = {
  variables: /\benv::(?:var|vars|var_os|vars_os)\b|\boption_env!/,
  arguments: /\benv::(?:args|args_os|current_exe)\b/,
  stack: /\bBacktrace::|\bLocation::caller\b|#\[track_caller\]/,
  clock: /\b(?:Instant|SystemTime)::now\b|\bUtc::now\b|\bLocal::now\b/,
  place:
    /\bthread::current\b|\bprocess::id\b|\bis_terminal\b|\bcfg!\s*\(\s*(?:not\s*\(\s*)?(?:test|debug_assertions|doctest|miri)\b|(?<!#\s*!?\s*\[\s*)\bcfg\s*\(\s*(?:not\s*\(\s*)?(?:r#)?test\b|#\[cfg\(\s*(?:not\s*\(\s*)?(?:debug_assertions|doctest|miri)\b|#!?\[\s*cfg\s*\(\s*(?:all\s*\(\s*)?test\b[^\]]{0,200}\]\s*(?:#\[[^\]]{0,200}\]\s*)*(?!\s|#|(?:pub(?:\([^)]*\))?\s+)?mod\b)/,
  state:
    /\bstatic\s+(?:mut\b|\w+\s*:\s*(?!\s|&|\[|\(|[ui](?:8|16|32|64|128|size)\b|f(?:32|64)\b|bool\b|char\b|str\b|fn\b)|\w+\s*:[^=;]{0,200}\b(?:\w*Cell|Atomic\w*|Mutex|RwLock|Once\w*|Lazy\w*)\b)|\bthread_local!|\blazy_static!/,
  chance:
    /\bHash(?:Map|Set)\b[^\0]{0,20000}?\.(?:keys|values|into_keys|into_values|drain)\s*\(\s*\)\s*\.\s*(?:next|last|nth|find|position|take)\b|\.as_(?:mut_)?ptr\s*\(\s*\)\s*as\b|\bas\s+\*(?:const|mut)\b/,
  equality:
    /\bimpl\b[^{;]{0,80}\bPartialEq\b[^{;]{0,80}\bfor\b|\bPartialEq\s+as\b|\w!\s*[({[][^;]{0,200}\bPartialEq\b/,
};

export const rustOuter: OuterNames = {
  statements: new Set(),
  head: /^/,
  brings: new Set(),
  // Paths need no loading: names are enough.
  loads: () => null,
  pure: /^$/,
  // An address as text.
  lines: /"[^"]*\{[^{}"]{0,40}:#?p\}/,
  names:
    /(?<![\w:])(?:std|core|alloc)::(?!(?:alloc|any|array|ascii|borrow|boxed|cell|char|clone|cmp|collections|convert|default|error|fmt|hash|iter|marker|mem|num|ops|option|prelude|primitive|rc|result|slice|str|string|vec|f32|f64|[ui](?:8|16|32|64|128|size))\b|sync::Arc\b|\{)\w+|\b(?!(?:vec|format|format_args|write|writeln|matches|assert\w*|panic|todo|unreachable|unimplemented|concat|stringify|compile_error|macro_rules|bail|ensure|anyhow|json|quote|parse_quote|debug|info|warn|error|trace)\b)[a-z]\w*!\s*[({[]|(?<![\w:])(?:(?:std|core)::)?(?:thread|env|process|fs|net|panic|backtrace|time|os|arch|hint|random|intrinsics)::\w+|\bstd::(?:io|path|sync|any|ffi)::\w+|\buse\s+(?:std|core|alloc)::\{[^}]{0,300}\b(?:thread|env|process|fs|net|panic|backtrace|time|os|io|hint|any|ffi|path|ptr|random|sync::atomic|atomic)\b|\bRandomState\b|\b(?:cfg|env|option_env|file|line|column|module_path|include|include_str|include_bytes|print|println|eprint|eprintln|dbg|asm|global_asm)!|#!?\[\s*cfg(?:_attr)?\s*\((?!\s*(?:test|doc)\s*[),])|#\[\s*(?:unsafe\s*\(\s*)?(?:link_section|no_mangle|export_name|used|ctor|global_allocator|panic_handler)\b|\bunsafe\b|\bextern\s+"/,
};

export const rustTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    line: /\bcfg!\s*\(\s*(?:not\s*\(\s*)?doctest\b/,
    sentence: 'The program asks whether it was built for tests.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    line: /\bcfg!\s*\(\s*(?:not\s*\(\s*)?test\b/,
    find: branchesForTests,
    sentence: 'The program has code that depends on whether it was built for tests.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    find: replacedForTests,
    sentence: 'A name of the program means one thing in tests and another in all other uses.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    find: filesForTests,
    sentence: 'Tests are built from another file than the program.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    find: methodsInFront,
    sentence:
      'Where a trait of the program is in scope, as it is for tests beside it, its method is called in place of the type’s own.',
  },
  {
    flag: 'harness-patched',
    rule: 'assertion-replaced',
    find: ownAssertions,
    sentence: 'The program gives an assertion of the standard library a meaning of its own.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-arguments',
    line: /\benv::(?:args|args_os|current_exe)\b/,
    near: /"[^"\n]*(?:\bdeps\b|\btests?\b|--nocapture|\blibtest\b)[^"\n]*"/,
    sentence: 'The program looks for a test runner among its arguments.',
  },
  {
    flag: 'runner-detected',
    rule: 'stack-inspected',
    line: /\bBacktrace::|\bLocation::caller\b/,
    near: /"[^"\n]*\btests?\b[^"\n]*"/,
    sentence: 'The program asks who called it and looks for tests.',
  },
  {
    flag: 'exit-hook',
    rule: 'process-exit',
    line: /\bprocess::exit\s*\(\s*0\s*\)/,
    sentence: 'The library ends the process as a success.',
  },
];
