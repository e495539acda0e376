import * as z from 'zod';
import type { HazardParser } from '../../domain/evidence/hazard.ts';
import { readReport, toHazard } from './to-hazard.ts';

const Entry = z.object({
  advisory: z.object({ id: z.string(), title: z.string(), informational: z.string().nullish() }),
  package: z.object({ name: z.string() }),
});
const Report = z.object({
  lockfile: z.object({ 'dependency-count': z.number() }),
  vulnerabilities: z.object({ list: z.array(Entry) }),
});

/** RustSec gives vectors, not levels: anything but mere information counts as high. */
export const cargoAuditJson: HazardParser = {
  id: 'cargo-audit-json',
  parse: (report) =>
    readReport('cargo audit', report, (value, root) => {
      const read = Report.safeParse(value);
      if (!read.success) return null;
      return read.data.vulnerabilities.list.map(({ advisory, package: { name } }) =>
        toHazard(
          {
            rule: advisory.id,
            level: advisory.informational ? 'low' : 'high',
            file: 'Cargo.lock',
            message: `${name}: ${advisory.title}`,
          },
          root,
        ),
      );
    }),
};
