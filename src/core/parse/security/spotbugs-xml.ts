import { SaxesParser } from 'saxes';
import type { HazardLevel } from '../../domain/evidence/assessment.ts';
import type { HazardParser, ReportedHazard } from '../../domain/evidence/hazard.ts';
import { measured, missing } from '../../domain/measured.ts';
import { toHazard } from './to-hazard.ts';

const LEVEL_OF: Readonly<Record<string, HazardLevel>> = { '1': 'high', '2': 'medium', '3': 'low' };
const SECURITY = new Set(['SECURITY', 'MALICIOUS_CODE']);

type Bug = { rule: string; level: HazardLevel; file: string; line: string };

/** Throws on the first error: a report is read as a whole or not at all. */
const readXml = (xml: string): readonly Bug[] | null => {
  const parser = new SaxesParser();
  const bugs: Bug[] = [];
  let [bug, isReport]: [Bug | null, boolean] = [null, false];
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('doctype', () => {
    throw new Error('a document type is refused');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'BugCollection') isReport = true;
    if (name === 'BugInstance')
      bug = SECURITY.has(String(attributes['category']))
        ? {
            rule: String(attributes['type'] ?? 'spotbugs'),
            level: LEVEL_OF[String(attributes['priority'])] ?? 'medium',
            file: '',
            line: '0',
          }
        : null;
    if (name === 'SourceLine' && bug !== null) {
      bug.file = String(attributes['sourcepath'] ?? '');
      bug.line = String(attributes['start'] ?? '0');
    }
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'BugInstance' || bug === null) return;
    bugs.push(bug);
    bug = null;
  });
  parser.write(xml).close();
  return isReport ? bugs : null;
};

/** `spotbugs -xml`; with find-sec-bugs its category SECURITY is filled. Files are named by package, without the source folder. */
export const spotbugsXml: HazardParser = {
  id: 'spotbugs-xml',
  parse({ documents, exitCode, root }) {
    for (const { text } of documents) {
      const from = text.indexOf('<BugCollection');
      if (from < 0) continue;
      try {
        const bugs = readXml(text.slice(from));
        if (bugs !== null)
          return measured(
            bugs.map((bug): ReportedHazard =>
              toHazard({ ...bug, message: bug.rule.replaceAll('_', ' ').toLowerCase() }, root),
            ),
          );
      } catch {
        return missing('not-configured', 'spotbugs left an XML report that is cut off or broken');
      }
    }
    return missing('not-configured', `spotbugs gave no report and exited ${exitCode ?? 'early'}`);
  },
};
