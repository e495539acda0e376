import type { FlagKind } from './flag-kind.ts';

/** Flags on what a change brings into the repository beside code. */
export const REPOSITORY_FLAGS: readonly FlagKind[] = [
  {
    id: 'attributes-trick',
    title: 'Git attributes hide code',
    meaning: 'Attributes for code files keep their diff from being shown, counted or merged unaltered.',
    advice: 'Ask for the change without them. The diff facts here ignore attributes.',
    standard: 'block',
  },
  {
    id: 'attributes-content',
    title: 'Git attributes change what is checked out',
    meaning:
      'Attributes convert line endings, encodings or keywords: a checkout differs from what was examined.',
    advice: 'Check that the files are meant to differ between the repository and the disk.',
    standard: 'warn',
  },
  {
    id: 'symlink-escape',
    title: 'A link leads out of the repository',
    meaning: 'A symbolic link points to an absolute path, above the top folder or into `.git`.',
    advice: 'Do not merge.',
    standard: 'block',
  },
  {
    id: 'symlink-added',
    title: 'A symbolic link is added or changed',
    meaning:
      'It stays within the repository, but the content behind it can change without a diff of the link.',
    advice: 'Check that it is needed and works on all systems.',
    standard: 'warn',
  },
  {
    id: 'submodule-changed',
    title: 'Another repository’s content is brought in',
    meaning: 'A submodule is added or moved; its content is not in the diff and was not judged.',
    advice: 'Review the commit that it points to.',
    standard: 'warn',
  },
  {
    id: 'mode-changed',
    title: 'A file that is not a script becomes executable',
    meaning: 'The executable bit is set on a file without an interpreter line.',
    advice: 'Usually an accident on the author’s machine; have it undone.',
    standard: 'warn',
  },
  {
    id: 'binary-code',
    title: 'Machine code is added',
    meaning: 'Compiled code that an interpreter loads in place of, or next to, readable source.',
    advice: 'Do not merge: build it from source.',
    standard: 'block',
  },
  {
    id: 'binary-blob',
    title: 'A binary file is added or changed',
    meaning: 'It is not an image, font or other ordinary asset, and no diff shows its content.',
    advice: 'Ask where it comes from.',
    standard: 'warn',
  },
  {
    id: 'minified-blob',
    title: 'Minified code is added',
    meaning: 'A code file’s lines are too long to review.',
    advice: 'Ask for the source, or a dependency.',
    standard: 'warn',
  },
  {
    id: 'vendored-code',
    title: 'Third-party code is copied in',
    meaning: 'The change adds a folder for third-party code that the base does not have.',
    advice: 'Prefer a dependency; check licence and origin.',
    standard: 'warn',
  },
  {
    id: 'dependency-source',
    title: 'A dependency does not come from a registry',
    meaning: 'A new dependency specifies an address, a repository or a path, or another registry is set.',
    advice: 'Its content can change at any time: prefer a published version.',
    standard: 'warn',
  },
  {
    id: 'typosquat-dependency',
    title: 'A dependency’s name is one letter away from a well-known one',
    meaning: 'A new dependency differs from a popular package by one letter.',
    advice: 'Check that the name is intended.',
    standard: 'warn',
  },
  {
    id: 'lockfile-only',
    title: 'Only lockfiles are changed',
    meaning: 'Versions of dependencies change, but no code.',
    advice: 'Check that the versions are intended.',
    standard: 'warn',
  },
  {
    id: 'formatting-only',
    title: 'Only layout and comments are changed',
    meaning: 'The syntax trees of all files are the same as the base’s.',
    advice: 'A change without effect solves no task.',
    standard: 'warn',
  },
];
