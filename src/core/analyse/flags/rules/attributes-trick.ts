import type { Flag } from '../../../domain/flags/flag.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { addedLines } from '../reading/added-lines.ts';

/** Attributes that keep a change from being shown, counted or merged unaltered. */
const HIDES =
  /(?:^|\s)(?:-diff|binary|-text\s+-diff|linguist-(?:generated|vendored|documentation)(?:=true|=1)?|filter=(?!lfs\b)\S+|diff=\S+|merge=(?:ours|theirs|union|binary|\S*driver\S*)|-merge|export-(?:ignore|subst)|working-tree-encoding=\S+|ident)(?=\s|$)/;
/** `text=auto` and `eol=lf` are git's behaviour on most machines anyway. */
const TURNS_CONTENT =
  /(?:^|\s)(?:eol=crlf|crlf(?:=\S+)?|ident|working-tree-encoding=\S+|filter=(?!lfs\b)\S+|text=(?!auto\b)\S+)(?=\s|$)|(?:^|\s)\[attr\]/;
const KNOWN_DIFFS =
  /(?:^|\s)diff=(?:python|javascript|typescript|java|golang|rust|css|html|markdown|cpp|csharp|php|ruby|bash)(?=\s|$)/;
/** Patterns that match code; hiding a lockfile, an image or a build folder is customary. */
const EXTENSIONS = LANGUAGES.flatMap(({ grammars }) => Object.keys(grammars)).join('|');
const CODE_PATTERN = new RegExp(
  `^(?:\\*+|/?\\*\\*/\\*|\\*\\.json|.*\\.(?:${EXTENSIONS})|/?(?:src|lib|app|tests?|spec)(?:/.*)?)$`,
  'i',
);
const CUSTOM =
  /(?:^|\/)(?:dist|build|vendor|third_party|node_modules|generated|__generated__|docs?|.*lock.*|.*\.min\.\w+|.*\.snap|.*_pb2\.py|.*\.pb\.go|.*\.d\.ts)(?:\/|$)|\.min\.|lock/i;

const coversChanged = (pattern: string, files: readonly FileChange[]): boolean => {
  const plain = pattern.replace(/^\//, '').replace(/\/?\*+$/, '');
  return (
    plain !== '' &&
    files.some(({ path, role }) => role === 'source' && (path === plain || path.startsWith(`${plain}/`)))
  );
};

const inAttributes = (file: FileChange, files: readonly FileChange[]): readonly Flag[] =>
  addedLines(file).flatMap(({ line, text }): readonly Flag[] => {
    const [pattern = '', ...rest] = text.trim().split(/\s+/);
    const attributes = ` ${rest.join(' ')}`.replace(KNOWN_DIFFS, '');
    if (pattern.startsWith('#')) return [];
    const customary = (!CODE_PATTERN.test(pattern) || CUSTOM.test(pattern)) && !coversChanged(pattern, files);
    if (!HIDES.test(attributes) || customary)
      return TURNS_CONTENT.test(attributes)
        ? [
            {
              id: 'attributes-content',
              rule: 'attributes-content',
              file: file.path,
              line,
              sentence: `Attributes for “${pattern.slice(0, 60)}” change the bytes that a checkout writes.`,
              evidence: text.trim().slice(0, 200),
            },
          ]
        : [];
    return [
      {
        id: 'attributes-trick',
        rule: 'attributes-hide-code',
        file: file.path,
        line,
        sentence: `Attributes for “${pattern.slice(0, 60)}” change how its diff is shown or merged.`,
        evidence: text.trim().slice(0, 200),
      },
    ];
  });

/** Git attributes that would hide code from a reviewer; Hydra's diff facts ignore them. */
export const attributesTrick: FlagRule = {
  rule: 'attributes-hide-code',
  find: ({ files }) =>
    files
      .filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path))
      .flatMap((file) => inAttributes(file, files)),
};
