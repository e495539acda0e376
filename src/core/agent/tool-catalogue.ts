import * as z from 'zod';
import type { JsonSchema, ToolSpec } from '../domain/agent/conversation.ts';

const Path = z.string().min(1).describe('Path from the root of the repository, with forward slashes.');
const Nothing = z.strictObject({});

const EditFile = z.strictObject({
  kind: z
    .enum(['edit', 'add', 'remove', 'splice'])
    .describe(
      'edit: replace text (find, replace). add: write a file (content). remove: delete it. splice: by byte offsets.',
    ),
  path: Path,
  find: z.string().optional().describe('edit: text that stands in the file, exactly; not empty.'),
  replace: z.string().optional().describe('edit: what stands there instead.'),
  occurrences: z.int().optional().describe('edit: how many, from the first on; 1 if absent.'),
  content: z.string().optional().describe('add: the whole file.'),
  overwrite: z.boolean().optional().describe('add: true to replace a file that exists.'),
  start: z.int().optional().describe('splice: offset in bytes of UTF-8.'),
  deleteCount: z.int().optional().describe('splice: bytes to delete.'),
  insert: z.string().optional().describe('splice: text to put there.'),
});

/** What each tool takes. */
export const TOOL_INPUTS = {
  list_files: z.strictObject({ path: Path.optional().describe('Folder to look into; the root if absent.') }),
  read_file: z.strictObject({
    path: Path,
    from_line: z.int().optional().describe('First line, from 1; the first if absent.'),
    to_line: z.int().optional().describe('Last line; the last if absent.'),
  }),
  search_code: z.strictObject({
    text: z.string().min(1).max(1000).describe('What to look for in all files; one line.'),
    regex: z.boolean().optional().describe('True where text is an extended regular expression (grep -E).'),
    path: Path.optional().describe('Folder or file to look into; everything if absent.'),
  }),
  edit_file: EditFile,
  run_command: z.strictObject({
    command: z.string().min(1).describe('For /bin/sh, in the root of the repository. There is no network.'),
  }),
  run_tests: Nothing,
  run_lint: Nothing,
  run_build: Nothing,
  security_scan: Nothing,
} as const;

export type ToolName = keyof typeof TOOL_INPUTS;
export type ToolInput<N extends ToolName> = z.infer<(typeof TOOL_INPUTS)[N]>;

const DESCRIPTIONS: Readonly<Record<ToolName, string>> = {
  list_files: 'Lists the files of a folder and of the folders in it.',
  read_file: 'Reads a text file, or some of its lines.',
  search_code: 'Finds lines in files; answers with path:line:text.',
  edit_file: 'Changes one file. Nothing is written unless the whole change fits.',
  run_command: 'Runs a command in a sandbox and shows what it printed and how it ended.',
  run_tests: "Runs the repository's tests.",
  run_lint: "Runs the repository's linter.",
  run_build: 'Builds the repository.',
  security_scan: 'Looks for security findings in what was changed so far, as the assessment at the end does.',
};

/** Not every provider accepts limits in schemas; descriptions state them, and reading a call enforces them. */
const UNKNOWN_TO_SOME = ['$schema', 'minimum', 'maximum', 'minLength', 'maxLength'] as const;

export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const word of UNKNOWN_TO_SOME) delete jsonSchema[word];
    },
  });

export const isToolName = (name: string): name is ToolName => Object.hasOwn(TOOL_INPUTS, name);

/** The tools as described to a model, all or those that are named. */
export const toolSpecs = (
  names: readonly ToolName[] = Object.keys(TOOL_INPUTS) as ToolName[],
): readonly ToolSpec[] =>
  names.map((name) => {
    const { $schema: _, ...schema } = jsonSchemaOf(TOOL_INPUTS[name]);
    return { name, description: DESCRIPTIONS[name], schema };
  });
