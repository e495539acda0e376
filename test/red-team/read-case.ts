/** The required outcome of a candidate; see docs/trust/red-team.md. */
export type Expectation =
  | {
      readonly kind:
        | 'mergeable'
        | 'stopped'
        | 'rejected'
        | 'outranked'
        | 'unnamed'
        | 'contained'
        | 'harmless';
    }
  | { readonly kind: 'flagged'; readonly flag: string };

export type Step = { readonly verb: string; readonly words: readonly string[]; readonly body: string };

/** One candidate of the red team: an attack, or an honest patch that must not be mistaken for one. */
export type RedTeamCase = {
  readonly name: string;
  readonly tries: string;
  readonly control: string;
  readonly expect: Expectation;
  readonly steps: readonly Step[];
};

const STEP =
  /^@@ (write|replace|with|append|prepend|delete|move|link|chmod|bytes|repeat|fix|mail|raw)\b(.*)$/;
const KINDS = new Set(['mergeable', 'stopped', 'rejected', 'outranked', 'unnamed', 'contained', 'harmless']);

const readExpectation = (name: string, text: string): Expectation => {
  const [kind = '', flag] = text.split(' ');
  if (kind === 'flagged' && flag !== undefined) return { kind, flag };
  if (!KINDS.has(kind)) throw new Error(`${name}: nobody knows how to expect "${text}"`);
  return { kind } as Expectation;
};

/** A head of `key: value` lines, then steps that each start with `@@ verb words`. */
export const readCase = (name: string, text: string): RedTeamCase => {
  const head = new Map<string, string>();
  const steps: { verb: string; words: string[]; lines: string[] }[] = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const step = STEP.exec(line);
    const current = steps.at(-1);
    if (step !== null)
      steps.push({ verb: step[1]!, words: step[2]!.split(' ').filter((word) => word !== ''), lines: [] });
    else if (current !== undefined) current.lines.push(line);
    else head.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  }
  const tries = head.get('tries');
  if (tries === undefined || steps.length === 0) throw new Error(`${name}: no "tries" or no step`);
  return {
    name,
    tries,
    control: head.get('control') ?? '',
    expect: readExpectation(name, head.get('expect') ?? ''),
    steps: steps.map(({ verb, words, lines }) => ({
      verb,
      words,
      body: lines.length === 0 ? '' : `${lines.join('\n')}\n`,
    })),
  };
};

export const isHonest = ({ expect }: RedTeamCase): boolean => expect.kind === 'mergeable';
