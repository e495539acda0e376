import { comesFromRequest, type HazardRule, isDynamic, lastName, pairsOf } from './hazard-rule.ts';

const RUNS_TEXT = /^(?:eval|Function|execScript|vm\.(?:runIn(?:This|New)?Context|Script|compileFunction))$/;
const TIMERS = /^(?:setTimeout|setInterval|setImmediate)$/;
const SHELLS = /^(?:child_process|shelljs|sh)\.(?:exec|execSync)$/;
const SPAWNS = /^child_process\.(?:spawn|spawnSync|execFile|execFileSync)$/;
const UNSERIALIZES =
  /^(?:node-serialize|serialize-to-js|funcster)\.(?:unserialize|deserialize|deepDeserialize)$/;

/** Text that becomes code: worst if it is assembled at run time. */
export const evalRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) => {
    if (TIMERS.test(name)) {
      const kind = args[0] === undefined ? '' : code.syntax.kind(args[0]);
      const isText = kind === 'string' || kind === 'template_string' || kind === 'binary_expression';
      return isText
        ? [{ rule: 'implied-eval', level: 'medium' as const, node, message: `${name} runs a text as code` }]
        : [];
    }
    if (!RUNS_TEXT.test(name)) return [];
    const made = args.some((arg) => isDynamic(code, arg));
    const level = made ? ('high' as const) : ('medium' as const);
    return [
      {
        rule: 'eval',
        level,
        node,
        message: `${name} runs ${made ? 'text made at run time' : 'a text'} as code`,
      },
    ];
  });

const asksForShell = (code: Parameters<HazardRule>[0], args: readonly number[]): boolean =>
  args
    .slice(1)
    .some((arg) =>
      pairsOf(code, arg).some(({ key, value }) => key === 'shell' && code.syntax.text(value) !== 'false'),
    );

export const shellRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) => {
    const shell = SHELLS.test(name) || (SPAWNS.test(name) && asksForShell(code, args));
    if (!shell || !isDynamic(code, args[0])) return [];
    return [
      {
        rule: 'shell-command',
        level: 'high' as const,
        node,
        message: `${lastName(name)} gives a shell a command made at run time`,
      },
    ];
  });

export const spawnRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) => {
    if (!SPAWNS.test(name) || !comesFromRequest(code, args[0])) return [];
    return [
      {
        rule: 'program-from-request',
        level: 'high' as const,
        node,
        message: 'a request names the program that is run',
      },
    ];
  });

export const deserialiseRule: HazardRule = ({ calls }) =>
  calls.flatMap(({ name, node }) =>
    UNSERIALIZES.test(name)
      ? [
          {
            rule: 'unsafe-deserialisation',
            level: 'high' as const,
            node,
            message: `${name} runs code that data holds`,
          },
        ]
      : [],
  );

const QUERIES = /^(?:query|execute|raw|all|get|run|exec|\$queryRawUnsafe|\$executeRawUnsafe|unsafe)$/;
const SQL = /\b(?:select\b.{1,400}\bfrom|insert\s+into|update\b.{1,200}\bset|delete\s+from|drop\s+table)\b/is;

/** A query concatenated from text and values. */
export const sqlRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args: [query] }) => {
    if (!name.includes('.') || !QUERIES.test(lastName(name)) || !isDynamic(code, query)) return [];
    const kind = code.syntax.kind(query);
    const isGlued = kind === 'template_string' || kind === 'binary_expression';
    if (!isGlued || !SQL.test(code.syntax.text(query).slice(0, 2_000))) return [];
    const level = comesFromRequest(code, query) ? ('high' as const) : ('medium' as const);
    return [
      { rule: 'sql-from-text', level, node, message: 'a query is put together from text: use parameters' },
    ];
  });

const PATTERNS = /^RegExp$/;

export const patternRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) =>
    PATTERNS.test(name) && comesFromRequest(code, args[0])
      ? [
          {
            rule: 'pattern-from-request',
            level: 'medium' as const,
            node,
            message: 'a request decides which pattern is run',
          },
        ]
      : [],
  );
