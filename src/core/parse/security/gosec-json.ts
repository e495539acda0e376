import * as z from 'zod';
import type { HazardParser } from '../../domain/evidence/hazard.ts';
import { missing } from '../../domain/measured.ts';
import { firstWords } from '../lint/plain-lines.ts';
import { levelOf, readReport, toHazard } from './to-hazard.ts';

const Report = z.object({
  Issues: z
    .array(
      z.object({
        severity: z.string(),
        rule_id: z.string(),
        details: z.string(),
        file: z.string(),
        /** `12`, or `12-14`. */
        line: z.string(),
      }),
    )
    .nullable(),
  'Golang errors': z.record(z.string(), z.array(z.object({ error: z.string() }))).nullish(),
  Stats: z.object({ files: z.number() }),
});

export const gosecJson: HazardParser = {
  id: 'gosec-json',
  parse: (report) =>
    readReport('gosec', report, (value, root) => {
      const read = Report.safeParse(value);
      if (!read.success) return null;
      if (read.data.Stats.files === 0) return missing('not-configured', 'gosec checked no file');
      const [fault] = Object.values(read.data['Golang errors'] ?? {}).flat();
      // Code that does not compile is only examined in part, and a clean part proves nothing.
      if (fault !== undefined)
        return missing('not-configured', `gosec could not look at everything: ${firstWords(fault.error)}`);
      return (read.data.Issues ?? []).map((one) =>
        toHazard(
          {
            rule: one.rule_id,
            level: levelOf(one.severity),
            file: one.file,
            line: /^\d{1,9}/.exec(one.line)?.[0] ?? 0,
            message: one.details,
          },
          root,
        ),
      );
    }),
};
