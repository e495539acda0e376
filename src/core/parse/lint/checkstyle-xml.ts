import { SaxesParser } from 'saxes';
import type { Finding } from '../../domain/check/lint-report.ts';
import type { Missing } from '../../domain/measured.ts';
import { missing } from '../../domain/measured.ts';
import type { LintParser } from '../../domain/check/output-parser.ts';
import { exitedWith } from './json-lint-parser.ts';
import { concludeLint, toFinding } from './lint-finding.ts';
import { firstWords } from './plain-lines.ts';

const TOOL = 'checkstyle';
const END = '</checkstyle>';

type Attributes = Readonly<Record<string, string>>;

/** The report alone, without the lines that a script runner prints around it; null if there is none. */
const cutOut = (text: string): string | null => {
  const root = text.indexOf('<checkstyle');
  if (root === -1) return null;
  const declaration = text.lastIndexOf('<?xml', root);
  const end = text.lastIndexOf(END);
  return text.slice(declaration === -1 ? root : declaration, end < root ? undefined : end + END.length);
};

const findingOf = (file: string, error: Attributes, root: string): Finding | null => {
  if (error['severity'] === 'ignore') return null;
  const mild = error['severity'] === 'warning' || error['severity'] === 'info';
  return toFinding(
    {
      rule: error['source'] || 'checkstyle',
      severity: mild ? 'warning' : 'error',
      file,
      line: error['line'],
      message: error['message'] ?? '',
    },
    root,
  );
};

/** Throws on the first error: a report is read as a whole or not at all. */
const readXml = (xml: string, root: string): readonly Finding[] => {
  const parser = new SaxesParser();
  const findings: Finding[] = [];
  let file = '';
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('doctype', () => {
    throw new Error('a document type is refused');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'file') file = attributes['name'] ?? '';
    if (name === 'error') {
      const finding = findingOf(file, attributes, root);
      if (finding !== null) findings.push(finding);
    }
    if (name === 'exception') {
      const message = 'the file could not be checked';
      findings.push(toFinding({ rule: 'exception', severity: 'error', file, line: 0, message }, root));
    }
  });
  parser.write(xml).close();
  return findings;
};

const readDocument = (text: string, root: string): readonly Finding[] | null => {
  const xml = cutOut(text);
  if (xml === null) return null;
  try {
    return readXml(xml, root);
  } catch {
    return null;
  }
};

/** True if the text names the format; it may still be broken. */
export const looksLikeCheckstyle = (text: string): boolean => cutOut(text) !== null;

const noReport = (text: string, exitCode: number | null): Missing => {
  if (looksLikeCheckstyle(text)) {
    return missing(
      'candidate',
      `${TOOL} left an XML report that is cut off or broken and ${exitedWith(exitCode)}`,
    );
  }
  const words = firstWords(text);
  const printed = words === '' ? '' : `; it begins “${words}”`;
  return missing('candidate', `${TOOL} printed no XML report and ${exitedWith(exitCode)}${printed}`);
};

/** Checkstyle's XML, which eslint, phpcs, ktlint and others write too. */
export const checkstyleXml: LintParser = {
  id: 'checkstyle-xml',
  parse({ documents, exitCode, root }) {
    const found: (readonly Finding[])[] = [];
    for (const { text } of documents) {
      const findings = readDocument(text, root);
      if (findings === null) return noReport(text, exitCode);
      found.push(findings);
    }
    if (found.length === 0) return noReport('', exitCode);
    return concludeLint({
      format: 'checkstyle-xml',
      tool: TOOL,
      trust: 'structured',
      exitCode,
      findings: found.flat(),
    });
  },
};
