import type { SourceIndex } from '../../../domain/source-index.ts';
import { matchGlob } from '../../match-glob.ts';
import type { DeclaredRules } from '../boundary-rule.ts';
import { asList, asObject, asStrings, parseObject, type PlainObject } from './plain-data.ts';

const AS_PROGRAM = /^eslint\.config\.[cm]?[jt]s$|^\.eslintrc\.c?js$/;
const OFF = new Set(['off', 0]);

type Element = { readonly type: string; readonly patterns: readonly string[]; readonly mode: string };

const elementsOf = (settings: PlainObject): readonly Element[] =>
  asList(settings['boundaries/elements']).map((each) => {
    const { type, pattern, mode } = asObject(each);
    return {
      type: String(type),
      patterns: asStrings(pattern),
      mode: typeof mode === 'string' ? mode : 'folder',
    };
  });

/** In the mode `folder` a pattern names folders, anywhere in the path; what is in them belongs to them. */
const belongs = (path: string, { patterns, mode }: Element): boolean =>
  patterns.some((pattern) => {
    const whole = pattern.startsWith('**/') ? pattern : `**/${pattern}`;
    return matchGlob(mode === 'folder' ? `${whole}/**` : whole, path);
  });

const ESLINT_FILES = ['.eslintrc.json', '.eslintrc'];

const configOf = (texts: ReadonlyMap<string, string>): PlainObject => {
  for (const file of ESLINT_FILES) {
    const config = parseObject(texts.get(file));
    if (config !== null) return config;
  }
  return asObject(parseObject(texts.get('package.json'))?.['eslintConfig']);
};

/** `boundaries/element-types` of eslint-plugin-boundaries, from a configuration that is JSON. */
export const elementRules = ({ files, texts }: SourceIndex): DeclaredRules => {
  const uses = [...texts].some(
    ([path, text]) => path === 'package.json' && text.includes('eslint-plugin-boundaries'),
  );
  const program = files.find(({ path }) => AS_PROGRAM.test(path));
  if (uses && program)
    return {
      rules: [],
      notes: [`${program.path} is a program: its boundaries cannot be read without running it`],
    };
  const config = configOf(texts);
  const [severity, options] = asList(asObject(config['rules'])['boundaries/element-types']);
  if (severity === undefined || OFF.has(severity as string | number)) return { rules: [], notes: [] };
  const elements = elementsOf(asObject(config['settings']));
  const { default: usual, rules: stated } = asObject(options);
  const typeOf = (path: string) => elements.find((element) => belongs(path, element))?.type;
  const allows = (from: string, to: string): boolean => {
    let allowed = usual === 'allow';
    for (const rule of asList(stated).map(asObject)) {
      if (!asStrings(rule['from']).some((type) => type === from || type === '*')) continue;
      const names = (key: string) => asStrings(rule[key]).some((type) => type === to || type === '*');
      if (names('allow')) allowed = true;
      if (names('disallow')) allowed = false;
    }
    return allowed;
  };
  return {
    rules: [
      {
        name: 'boundaries/element-types',
        forbids: ({ from, to }) => {
          const [importer, imported] = [typeOf(from), typeOf(to)];
          if (importer === undefined || imported === undefined || importer === imported) return null;
          return allows(importer, imported) ? null : `${from} (${importer}) imports ${to} (${imported})`;
        },
      },
    ],
    notes: [],
  };
};
