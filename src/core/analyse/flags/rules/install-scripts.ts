import type { Flag } from '../../../domain/flags/flag.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { addedLines } from '../reading/added-lines.ts';
import type { JsonManifest } from '../../../languages/parts/manifest-rules.ts';
import { jsonManifestAt } from '../reading/manifest-at.ts';
import { jsonChanges } from '../reading/json-changes.ts';

/** Settings with commands that editors, containers and agents start when they open the folder. */
const OPENED = [
  { file: /(?:^|\/)\.vscode\/tasks\.json$/, line: /"runOn"\s*:\s*"folderOpen"/ },
  {
    file: /(?:^|\/)\.?devcontainer\.json$/,
    line: /"(?:initialize|onCreate|updateContent|postCreate|postStart|postAttach)Command"/,
  },
  { file: /(?:^|\/)\.claude\/settings(?:\.local)?\.json$/, line: /"(?:hooks|command|apiKeyHelper)"\s*:/ },
  { file: /(?:^|\/)(?:\.mcp|\.(?:cursor|vscode)\/mcp)\.json$/, line: /"command"\s*:/ },
  { file: /(?:^|\/)\.envrc$/ },
];
const HOOKS = [...OPENED, ...LANGUAGES.flatMap(({ paths }) => paths.installHooks ?? [])];

const flag = (file: string, sentence: string, evidence: string, line?: number): Flag => ({
  id: 'install-script',
  rule: 'install-script',
  file,
  ...(line === undefined ? {} : { line }),
  sentence,
  evidence: evidence.trim().slice(0, 200),
});

const lifecycleScripts = (file: FileChange, { installScript }: JsonManifest): readonly Flag[] =>
  jsonChanges(file, 2).flatMap(({ path: [section, name = ''], after }) =>
    section === 'scripts' && installScript.test(name) && after !== null
      ? [flag(file.path, `“${name}” runs a command on every machine that installs the package.`, after)]
      : [],
  );

/** Scripts and build files: what they download is run before anyone reads it. */
const SCRIPT =
  /\.(?:sh|bash|zsh|ksh|mk|dockerfile)$|(?:^|\/)(?:(?:gnu)?makefile|justfile|(?:docker|container)file(?:\.[\w-]+)?|configure|taskfile\.ya?ml)$/;
const DOWNLOAD_RUN =
  /^(?!\s*#)[^#]*(?:\b(?:curl|wget)\b[^|\n]{0,300}\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:\w+=\S+\s+)*(?:\/\S*\/)?(?:(?:ba|z|da|k)?sh|python3?|perl|node)\b|(?:\b(?:(?:ba|z|da|k)?sh|eval|source)|(?:^|[;&|]\s*)\.)\s+(?:-c\s+)?["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b)/;

const downloads = (file: FileChange): readonly Flag[] => {
  const name = file.path.toLowerCase();
  if (!SCRIPT.test(name) && !/^#!.{0,40}sh\b/.test(file.after?.text ?? '')) return [];
  const found = addedLines(file).find(({ text }) => DOWNLOAD_RUN.test(text));
  return found === undefined
    ? []
    : [
        {
          ...flag(file.path, `${file.path} downloads a program and runs it.`, found.text, found.line),
          rule: 'download-run',
        },
      ];
};

const hooks = (file: FileChange): readonly Flag[] =>
  HOOKS.filter(({ file: name }) => name.test(file.path.toLowerCase())).flatMap(({ line: wanted }) => {
    const lines = addedLines(file);
    const found = wanted === undefined ? lines : lines.filter(({ text }) => wanted.test(text));
    const [first] = found;
    return first === undefined || file.role === 'test'
      ? []
      : [
          flag(
            file.path,
            `${file.path} runs when the package is installed, built or opened.`,
            first.text,
            first.line,
          ),
        ];
  });

/** Code that runs on installation, before any review. */
export const installScripts: FlagRule = {
  rule: 'install-script',
  kinds: [
    {
      id: 'install-script',
      title: 'Something runs at installation',
      meaning:
        'A manifest or build file gained or changed a command or code that runs on every machine that installs or builds the package, or opens its folder in an editor, a container or an agent; or a script downloads a program and runs it.',
      advice: 'Read it, and merge with `--allow install-script` if it is needed.',
      standard: 'warn',
      consent: true,
    },
  ],
  find: ({ files }) =>
    files
      .filter(({ change, kind, part }) => change !== 'deleted' && kind === 'text' && part !== 'fixture')
      .flatMap((file) => {
        const json = jsonManifestAt(file.path);
        return json === null ? [...hooks(file), ...downloads(file)] : lifecycleScripts(file, json);
      }),
};
