import type { TokenUsage } from '../domain/agent/token-usage.ts';

/** One statement in the output of an agent's program. */
export type AgentSaying =
  /** A reply of the model begins; lines with the same id belong to one reply, whose usage is counted once. */
  | {
      readonly says: 'turn';
      readonly id: string | null;
      readonly usage?: TokenUsage;
      readonly model?: string;
    }
  | { readonly says: 'text'; readonly text: string }
  | { readonly says: 'call'; readonly id: string; readonly name: string; readonly input: string }
  | { readonly says: 'answer'; readonly id: string; readonly failed: boolean; readonly text: string }
  | { readonly says: 'model'; readonly model: string }
  /** Of one turn, to be added, or of the whole run so far. */
  | { readonly says: 'usage'; readonly usage: TokenUsage; readonly of: 'turn' | 'run' }
  | { readonly says: 'cost'; readonly usd: number; readonly of: 'turn' | 'run' }
  /** It wants an answer from a person. */
  | { readonly says: 'question'; readonly text: string }
  | { readonly says: 'login'; readonly text: string }
  | { readonly says: 'error'; readonly text: string }
  | {
      readonly says: 'end';
      readonly ok: boolean;
      readonly answer: string;
      readonly budget?: 'steps' | 'cost' | 'tokens';
    };

export type AgentSayings = readonly AgentSaying[];
