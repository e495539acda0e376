import type { Finding } from '../../domain/check/lint-report.ts';
import { missing } from '../../domain/measured.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';
import { decodeUri } from './relative-file.ts';
import type { ArtifactPlace, Level, Notification, Result, Run } from './sarif-log.ts';
import { SarifLog } from './sarif-log.ts';

/** These kinds mean that a rule was evaluated and found nothing. */
const NO_COMPLAINT: ReadonlySet<string> = new Set(['pass', 'notApplicable', 'informational']);

const ruleOf = (result: Result, run: Run): string => {
  const index = result.rule?.index ?? result.ruleIndex;
  const listed = index === undefined ? undefined : run.tool.driver.rules?.[index]?.id;
  return result.ruleId ?? result.rule?.id ?? listed ?? run.tool.driver.name;
};

const defaultLevels = (run: Run): ReadonlyMap<string, Level> =>
  new Map(
    (run.tool.driver.rules ?? []).map(({ id = '', defaultConfiguration }) => [
      id,
      defaultConfiguration?.level ?? 'warning',
    ]),
  );

/** A note is the mildest finding, but still a finding. */
const severityOf = (level: Level): Finding['severity'] => (level === 'error' ? 'error' : 'warning');

/** A suppression that is under review or was rejected suppresses nothing. */
const isSuppressed = ({ suppressions }: Result): boolean =>
  (suppressions ?? []).some(({ status }) => status === undefined || status === 'accepted');

const fileOf = (place: ArtifactPlace | undefined, run: Run): string => {
  const named =
    place?.uri === undefined && place?.index !== undefined ? run.artifacts?.[place.index]?.location : place;
  const uri = named?.uri ?? '';
  if (uri === '' || uri.startsWith('/') || uri.startsWith('file:')) return uri;
  const base = named?.uriBaseId === undefined ? undefined : run.originalUriBaseIds?.[named.uriBaseId]?.uri;
  return base?.startsWith('file:') ? `${base.replace(/\/$/, '')}/${uri}` : decodeUri(uri);
};

const placeOf = ({ locations }: Result | Notification, run: Run) => {
  const place = locations?.[0]?.physicalLocation;
  return { file: fileOf(place?.artifactLocation, run), line: place?.region?.startLine };
};

const wordsOf = ({ message }: Result | Notification): string =>
  message.text ?? message.markdown ?? message.id ?? '';

const resultFindings = (run: Run, root: string): readonly Finding[] => {
  const levels = defaultLevels(run);
  return (run.results ?? []).flatMap((result) => {
    const gone = result.baselineState === 'absent';
    if (gone || isSuppressed(result) || NO_COMPLAINT.has(result.kind ?? 'fail')) return [];
    const rule = ruleOf(result, run);
    const severity = severityOf(result.level ?? levels.get(rule) ?? 'warning');
    return [toFinding({ rule, severity, ...placeOf(result, run), message: wordsOf(result) }, root)];
  });
};

/** eslint, for one, puts a file that does not parse here and not among the results. */
const failureFindings = (run: Run, root: string): readonly Finding[] =>
  (run.invocations ?? [])
    .flatMap(({ toolExecutionNotifications: during, toolConfigurationNotifications: before }) =>
      (during ?? []).concat(before ?? []),
    )
    .filter(({ level }) => level === 'error')
    .map((notice) =>
      toFinding(
        {
          rule: notice.descriptor?.id ?? 'notification',
          severity: 'error',
          ...placeOf(notice, run),
          message: wordsOf(notice),
        },
        root,
      ),
    );

const read = (value: unknown, root: string): ReadFindings => {
  const log = SarifLog.safeParse(value);
  if (!log.success) return null;
  if (log.data.runs.length === 0) return missing('candidate', 'the SARIF log holds no run');
  const found: (readonly Finding[])[] = [];
  for (const run of log.data.runs) {
    const failures = failureFindings(run, root);
    const failed = (run.invocations ?? []).some(({ executionSuccessful }) => executionSuccessful === false);
    if (failures.length === 0 && (failed || !run.results)) {
      return missing(
        'candidate',
        `${run.tool.driver.name.slice(0, 60)} did not finish, by its own SARIF log`,
      );
    }
    found.push(resultFindings(run, root), failures);
  }
  return found.flat();
};

export const sarifFormat: JsonFormat = { id: 'sarif', tool: 'the tool', read: eachValue(read) };
export const sarif = jsonLintParser(sarifFormat);
