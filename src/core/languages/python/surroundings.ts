import type { SurroundingPatterns } from '../parts/surroundings.ts';

export const pythonSurroundings: SurroundingPatterns = {
  variables: /\bos\.(?:environb?|getenv)\b/,
  arguments: /\bsys\.(?:argv|orig_argv|flags|executable|_xoptions)\b/,
  stack:
    /\bsys\._getframe\b|\bsys\._current_frames\b|\binspect\.(?:stack|currentframe|getouterframes|trace)\b|\btraceback\.(?:extract_stack|format_stack|walk_stack|print_stack)\b|\bf_back\b|\btb_frame\b/,
  modules: /\bsys\.modules\b|\b__main__\b|\bsys\.(?:meta_path|path_importer_cache)\b/,
  clock:
    /\btime\.(?:time|time_ns|monotonic|perf_counter|localtime|gmtime|process_time)\b|\bdatetime\.(?:now|utcnow|today)\b|\bdate\.today\b/,
  place:
    /\.isatty\b|\bos\.(?:getp?pid|getlogin|getuid|uname)\b|\bsocket\.gethostname\b|\bplatform\.node\b|\bgetpass\.getuser\b|\bthreading\.(?:current_thread|main_thread|get_ident)\b|\bgc\.(?:get_objects|get_referrers)\b/,
  equality:
    /\bclass\s+\w+\s*\(\s*(?:[\w.]+\s*,\s*)?(?:int|str|float|list|dict|tuple|set|frozenset|bytes|bool)\s*[,)][^\0]{0,2000}?\n[ \t]+def\s+__(?:eq|ne|lt|le|gt|ge|getattribute|contains)__/,
};
