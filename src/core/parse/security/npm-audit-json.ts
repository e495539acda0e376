import * as z from 'zod';
import type { HazardParser } from '../../domain/evidence/hazard.ts';
import { missing } from '../../domain/measured.ts';
import { levelOf, readReport, toHazard } from './to-hazard.ts';

const Advisory = z.object({ title: z.string().optional(), url: z.string().optional() });
const Vulnerability = z.object({
  name: z.string(),
  severity: z.string(),
  via: z.array(z.union([z.string(), Advisory])),
});
const Report = z.object({
  auditReportVersion: z.number(),
  vulnerabilities: z.looseObject({}),
  metadata: z.object({ vulnerabilities: z.looseObject({}) }),
});
const Failure = z.object({ error: z.object({ code: z.string().nullish(), summary: z.string().nullish() }) });
const Message = z.object({ message: z.string() });

const reasonOf = (value: unknown): string | null => {
  const failure = Failure.safeParse(value);
  if (failure.success)
    return `${failure.data.error.code ?? ''} ${failure.data.error.summary ?? ''}`.trim().slice(0, 200);
  const message = Message.safeParse(value);
  return message.success ? message.data.message.slice(0, 200) : null;
};

/** Only advisories count, not the packages that lead to them. */
export const npmAuditJson: HazardParser = {
  id: 'npm-audit-json',
  parse: (report) =>
    readReport('npm audit', report, (value, root) => {
      const read = Report.safeParse(value);
      if (!read.success) {
        const reason = reasonOf(value);
        return reason === null ? null : missing('not-configured', `npm audit gave no report: ${reason}`);
      }
      return Object.values(read.data.vulnerabilities).flatMap((one) => {
        const parsed = Vulnerability.safeParse(one);
        if (!parsed.success) return [];
        const { name, severity, via } = parsed.data;
        const advisories = via.filter((each) => typeof each !== 'string');
        return advisories.slice(0, 1).map(({ title, url }) =>
          toHazard(
            {
              rule: url?.split('/').at(-1) ?? 'advisory',
              level: levelOf(severity),
              file: 'package-lock.json',
              message: `${name}: ${title ?? 'known vulnerability'}`,
            },
            root,
          ),
        );
      });
    }),
};
