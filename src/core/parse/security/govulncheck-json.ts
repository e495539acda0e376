import * as z from 'zod';
import type { HazardParser, ReportedHazard } from '../../domain/evidence/hazard.ts';
import { measured, missing } from '../../domain/measured.ts';
import { readJsonValues } from '../lint/json-values.ts';
import { toHazard } from './to-hazard.ts';

const Config = z.object({ config: z.object({ scanner_name: z.string() }) });
const Frame = z.object({
  module: z.string().optional(),
  package: z.string().optional(),
  function: z.string().optional(),
});
const Found = z.object({ finding: z.object({ osv: z.string(), trace: z.array(Frame) }) });

const LEVEL_ORDER = ['low', 'medium', 'high'] as const;

/** Called: high. Imported: medium. Only in the list of modules: low. */
const depthOf = (trace: readonly z.infer<typeof Frame>[]): number => {
  if (trace.some((frame) => frame.function !== undefined)) return 2;
  return trace.some((frame) => frame.package !== undefined) ? 1 : 0;
};

/** A stream of messages; it begins with the scanner, so an empty one is not a clean one. */
export const govulncheckJson: HazardParser = {
  id: 'govulncheck-json',
  parse({ documents, exitCode, root }) {
    const read = documents.map(({ text }) => readJsonValues(text));
    const values = read.flatMap((one) => one.values);
    const isReport = values.some((value) => Config.safeParse(value).success);
    if (!isReport || read.some(({ whole }) => !whole) || exitCode === null)
      return missing('not-configured', `govulncheck gave no report and exited ${exitCode ?? 'early'}`);
    const deepest = new Map<string, { readonly depth: number; readonly module: string }>();
    for (const value of values) {
      const found = Found.safeParse(value);
      if (!found.success) continue;
      const { osv, trace } = found.data.finding;
      const depth = depthOf(trace);
      if (depth >= (deepest.get(osv)?.depth ?? 0))
        deepest.set(osv, { depth, module: trace[0]?.module ?? '' });
    }
    return measured(
      [...deepest].map(([rule, { depth, module }]): ReportedHazard =>
        toHazard(
          {
            rule,
            level: LEVEL_ORDER[depth] ?? 'low',
            file: 'go.mod',
            message: `known vulnerability in ${module}`,
          },
          root,
        ),
      ),
    );
  },
};
