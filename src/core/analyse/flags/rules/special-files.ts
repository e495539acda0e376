import type { Flag } from '../../../domain/flags/flag.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';

const SYMLINK = '120000';
const SUBMODULE = '160000';
const EXECUTABLE = '100755';
const REGULAR = '100644';

/** The target of a link, relative to the root of the tree; null: outside of it. */
const resolveLink = (path: string, target: string): string | null => {
  if (/^[/\\~]|^[A-Za-z]:/.test(target) || target.includes('\0')) return null;
  const parts = path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
};

const link = (file: FileChange): readonly Flag[] => {
  if (file.newMode !== SYMLINK || file.change === 'deleted') return [];
  const target = file.after?.text.trim() ?? null;
  const within = target === null ? null : resolveLink(file.path, target);
  const place = { file: file.path, ...(target === null ? {} : { evidence: `→ ${target.slice(0, 200)}` }) };
  if (within === null || /^\.git(?:\/|$)/.test(within))
    return [
      {
        id: 'symlink-escape',
        rule: 'symlink-escape',
        sentence: `${file.path} is a link out of the repository.`,
        ...place,
      },
    ];
  return [
    {
      id: 'symlink-added',
      rule: 'symlink-added',
      sentence: `${file.path} is a link to ${within || 'the top folder'}.`,
      ...place,
    },
  ];
};

const submodule = (file: FileChange): readonly Flag[] =>
  file.oldMode === SUBMODULE || file.newMode === SUBMODULE || /(?:^|\/)\.gitmodules$/.test(file.path)
    ? [
        {
          id: 'submodule-changed',
          rule: 'submodule-changed',
          file: file.path,
          sentence: `${file.path} brings in another repository's content.`,
        },
      ]
    : [];

const SCRIPT_NAME =
  /(?:^|\/)(?:bin|scripts?|tools?|\.husky|\.githooks)\/|\.(?:sh|bash|zsh|py|pl|rb|cgi|command|run)$|(?:^|\/)(?:manage\.py|[^./]+)$/;

const mode = (file: FileChange): readonly Flag[] => {
  const becomes = file.newMode === EXECUTABLE && (file.oldMode === REGULAR || file.change === 'added');
  if (!becomes || SCRIPT_NAME.test(file.path) || file.after?.text.startsWith('#!')) return [];
  return [
    {
      id: 'mode-changed',
      rule: 'mode-changed',
      file: file.path,
      sentence: `${file.path} becomes executable although it is not a script.`,
    },
  ];
};

/** Folders in which git and its helpers look for hooks. */
const HOOK =
  /(?:^|\/)(?:\.git|hooks|\.githooks|\.git-hooks|\.husky)\/(?:applypatch-msg|pre-applypatch|post-applypatch|pre-commit|pre-merge-commit|prepare-commit-msg|commit-msg|post-commit|pre-rebase|post-checkout|post-merge|pre-push|pre-receive|update|post-receive|post-update|fsmonitor-watchman)(?:\.sample)?$/;

const hook = (file: FileChange): readonly Flag[] =>
  HOOK.test(file.path) && file.change !== 'deleted'
    ? [
        {
          id: 'git-hook-file',
          rule: 'git-hook-file',
          file: file.path,
          sentence: `${file.path} may run by itself on commit, merge or checkout.`,
        },
      ]
    : [];

/** Links, submodules, executables and hooks. */
export const specialFiles: FlagRule = {
  rule: 'special-file',
  find: ({ files }) =>
    files.flatMap((file) => [...link(file), ...submodule(file), ...mode(file), ...hook(file)]),
};
