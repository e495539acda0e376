/** An agent as users write it: `claude`, `claude@opus`, `codex:2`, `builtin:PROVIDER:MODEL`. */
export type AgentSpec = {
  readonly id: string;
  /** Null: the agent's own choice. */
  readonly model: string | null;
  /** How often it tries; 1 unless the spec says so. */
  readonly attempts: number;
  /** Whether the spec says so. */
  readonly counted: boolean;
  /** Without the attempts: what the agent is called in results. */
  readonly name: string;
};

const MOST_ATTEMPTS = 99;
const BUILTIN = 'builtin:';
const ATTEMPTS = /^(.+):(\d{1,2})$/s;

const attemptsIn = (text: string): Pick<AgentSpec, 'name' | 'attempts' | 'counted'> => {
  const found = ATTEMPTS.exec(text);
  const [, name = text, digits = '1'] = found ?? [];
  const attempts = Number(digits);
  const counts = found !== null && attempts >= 1 && attempts <= MOST_ATTEMPTS;
  // `builtin:PROVIDER` alone is no agent: what follows is its model, even if it is a number.
  const whole = !name.startsWith(BUILTIN) || name.slice(BUILTIN.length).includes(':');
  return counts && whole ? { name, attempts, counted: true } : { name: text, attempts: 1, counted: false };
};

/**
 * `NAME[@MODEL][:ATTEMPTS]`. A number of one or two digits after the last colon counts attempts; any other word after a
 * colon is a model, as it was written before `@` (`claude:opus`). A model that is such a number is written after `@`.
 */
export const readAgentSpec = (text: string): AgentSpec => {
  const { name, ...tries } = attemptsIn(text.trim());
  if (name.startsWith(BUILTIN)) return { id: 'builtin', model: name.slice(BUILTIN.length), ...tries, name };
  const mark = name.search(/[@:]/);
  if (mark < 0) return { id: name, model: null, ...tries, name };
  const [id, model] = [name.slice(0, mark), name.slice(mark + 1)];
  return { id, model, ...tries, name };
};
