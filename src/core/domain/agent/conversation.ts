/** JSON Schema of an object, in the subset that providers share. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ToolSpec = { readonly name: string; readonly description: string; readonly schema: JsonSchema };

/** `input`: JSON as the model wrote it, so it may be anything. */
export type ToolCall = { readonly id: string; readonly name: string; readonly input: string };

export type ToolAnswer = {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
};

/** `carried`: what a provider wants to see again beside the text (signatures of thoughts); nothing else reads it. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly carried?: unknown;
    }
  | { readonly role: 'tools'; readonly answers: readonly ToolAnswer[] };
