import * as z from 'zod';
import type { HazardParser } from '../../domain/evidence/hazard.ts';
import { missing } from '../../domain/measured.ts';
import { firstWords } from '../lint/plain-lines.ts';
import { levelOf, readReport, toHazard } from './to-hazard.ts';

const Report = z.object({
  errors: z.array(z.object({ filename: z.string(), reason: z.string() })),
  metrics: z.looseObject({}),
  results: z.array(
    z.object({
      filename: z.string(),
      issue_severity: z.string(),
      issue_text: z.string(),
      line_number: z.number(),
      test_id: z.string(),
    }),
  ),
});

export const banditJson: HazardParser = {
  id: 'bandit-json',
  parse: (report) =>
    readReport('bandit', report, (value, root) => {
      const read = Report.safeParse(value);
      if (!read.success) return null;
      const [skipped] = read.data.errors;
      if (skipped !== undefined)
        return missing('not-configured', `bandit could not look at ${firstWords(skipped.filename)}`);
      return read.data.results.map((one) =>
        toHazard(
          {
            rule: one.test_id,
            level: levelOf(one.issue_severity),
            file: one.filename,
            line: one.line_number,
            message: one.issue_text,
          },
          root,
        ),
      );
    }),
};
