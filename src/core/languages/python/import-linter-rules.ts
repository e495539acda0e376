import type { SourceIndex } from '../../domain/source/source-index.ts';
import { matchGlobOrFolder } from '../../text/match-glob.ts';
import type { BoundaryReader, BoundaryRule, DeclaredRules } from '../parts/boundary-rule.ts';
import { asList, asObject, asStrings } from '../parts/plain-data.ts';

/** Sections of an INI file as Python's configparser reads them: an indented line goes on with the value above. */
const readIni = (text: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> => {
  const sections = new Map<string, Map<string, string[]>>();
  let section: Map<string, string[]> | null = null;
  let value: string[] | null = null;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || bare.startsWith(';')) continue;
    if (bare.startsWith('[') && bare.endsWith(']')) {
      const name = bare.slice(1, -1);
      section = sections.get(name) ?? new Map<string, string[]>();
      sections.set(name, section);
      value = null;
    } else if (/^\s/.test(line) && value) value.push(bare);
    else {
      const at = bare.search(/[=:]/);
      if (at < 1 || !section) continue;
      const first = bare.slice(at + 1).trim();
      value = first === '' ? [] : [first];
      section.set(bare.slice(0, at).trim(), value);
    }
  }
  return sections;
};

type Contract = Readonly<Record<string, unknown>>;

const contractsOf = ({ texts, documents }: SourceIndex): readonly Contract[] => {
  const tool = asObject(asObject(asObject(documents.get('pyproject.toml'))['tool'])['importlinter']);
  const stated = asList(tool['contracts']).map(asObject);
  const written = ['.importlinter', 'setup.cfg'].flatMap((file) =>
    [...readIni(texts.get(file) ?? '')].flatMap(([section, values]) =>
      section.startsWith('importlinter:contract:') ? [Object.fromEntries(values)] : [],
    ),
  );
  return [...stated, ...written];
};

/** `src/shop/web/views.py` → `shop.web.views`; `__init__` is its package. */
const moduleOf = (path: string): string =>
  path
    .replace(/^src\//, '')
    .replace(/\.pyi?$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');

const within = (module: string, parents: readonly string[]): string | null =>
  parents.find((parent) => module === parent || module.startsWith(`${parent}.`)) ?? null;

type Judge = (from: string, to: string) => string | null;
type Layer = { readonly modules: readonly string[]; readonly independent: boolean };

/** `a | b`: neither may import the other; `a : b`: they may. */
const layersOf = (contract: Contract): readonly Layer[] => {
  const containers = asStrings(contract['containers']);
  return asStrings(contract['layers']).map((layer) => ({
    independent: layer.includes('|'),
    modules: layer
      .split(/[|:]/)
      .map((name) => name.trim().replaceAll(/[()]/g, ''))
      .flatMap((name) => (containers.length === 0 ? [name] : containers.map((each) => `${each}.${name}`))),
  }));
};

/** `*` stands for one name, `**` for one or more. */
const fits = (module: string, expression: string): boolean => {
  const glob = expression.trim().replaceAll('.', '/');
  return matchGlobOrFolder(glob)(module.replaceAll('.', '/'));
};

/** `ignore_imports`: exceptions that the contract declares. */
const excepted = (contract: Contract): Judge => {
  const pairs = asStrings(contract['ignore_imports']).map((each) => each.split('->'));
  return (from, to) =>
    pairs.some(([one = '', other = '']) => fits(from, one) && fits(to, other)) ? 'stated' : null;
};

const judges: Readonly<Record<string, (contract: Contract) => Judge>> = {
  forbidden: (contract) => {
    const [sources, forbidden] = [
      asStrings(contract['source_modules']),
      asStrings(contract['forbidden_modules']),
    ];
    return (from, to) =>
      within(from, sources) && within(to, forbidden) ? `${from} may not import ${to}` : null;
  },
  independence: (contract) => {
    const modules = asStrings(contract['modules']);
    return (from, to) => {
      const [one, other] = [within(from, modules), within(to, modules)];
      return one !== null && other !== null && one !== other ? `${one} and ${other} are independent` : null;
    };
  },
  layers: (contract) => {
    const layers = layersOf(contract);
    const levelOf = (module: string) => layers.findIndex(({ modules }) => within(module, modules) !== null);
    return (from, to) => {
      const [at, target] = [levelOf(from), levelOf(to)];
      const [own, other] = [layers[at], layers[target]];
      if (own === undefined || other === undefined) return null;
      if (at > target) return `${own.modules.join(', ')} is below ${other.modules.join(', ')}`;
      const [one, two] = [within(from, own.modules), within(to, own.modules)];
      return at === target && own.independent && one !== two ? `${one} and ${two} are independent` : null;
    };
  },
};

/** Contracts of import-linter, from pyproject.toml, setup.cfg or .importlinter; only direct imports are examined. */
const readImportLinterRules = (index: SourceIndex): DeclaredRules => {
  const [rules, notes]: [BoundaryRule[], string[]] = [[], []];
  for (const contract of contractsOf(index)) {
    const [type, title] = [String(contract['type']), String(contract['name'] ?? contract['type'])];
    const judge = Object.hasOwn(judges, type) ? judges[type]?.(contract) : undefined;
    if (judge === undefined) {
      notes.push(`contract ${title} of import-linter is not checked: its type is ${type}`);
      continue;
    }
    const exempt = excepted(contract);
    rules.push({
      name: `import-linter ${title}`,
      forbids: ({ from, to }) => {
        if (!from.endsWith('.py') || !to.endsWith('.py')) return null;
        const why = exempt(moduleOf(from), moduleOf(to)) ? null : judge(moduleOf(from), moduleOf(to));
        return why === null ? null : `${from} imports ${to}: ${why}`;
      },
    });
  }
  return { rules, notes };
};

export const importLinterRules: BoundaryReader = {
  configuration: [/^\.importlinter$/, /^setup\.cfg$/, /^pyproject\.toml$/],
  rules: readImportLinterRules,
};
