import type { TestPackage } from '../../domain/evidence/test-package.ts';
import { baseName, pathsBelow } from '../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';

const MANIFEST = /^(?:(.+)\/)?Cargo\.toml$/;
const PROGRAM = /^(?:tests|src\/bin)\/(?:([\w-]+)\.rs|([\w-]+)\/main\.rs)$/;
/** The `name` of a section of a manifest. */
const nameIn = (text: string, section: string): string | undefined =>
  new RegExp(String.raw`^\[${section}\]\s*$(?:(?!^\[)[^])*?^name\s*=\s*["']([\w-]{1,100})["']`, 'm').exec(
    text,
  )?.[1];

const crate = (name: string): string => name.replaceAll('-', '_');

/** Members of a workspace, with the programs that cargo makes of their tests: ids of tests name those. */
export const cargoPackages = ({ files, texts }: RepoFacts): readonly TestPackage[] =>
  files.flatMap((path) => {
    const found = MANIFEST.exec(path);
    if (found === null) return [];
    const folder = found[1] ?? '';
    const below = pathsBelow(folder, files);
    if (!below.some((file) => file.startsWith('src/'))) return [];
    const text = texts[path] ?? '';
    const own = nameIn(text, 'package') ?? (folder === '' ? undefined : baseName(folder));
    const made = below.flatMap((file) => {
      const program = PROGRAM.exec(file);
      return program === null ? [] : [program[1] ?? program[2] ?? ''];
    });
    const names = [own, nameIn(text, 'lib'), ...made].flatMap((name) =>
      name === undefined ? [] : [crate(name)],
    );
    return [{ folder, programs: [...new Set(names)] }];
  });
