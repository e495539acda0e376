import { Link } from '@tanstack/react-router';
import type { CandidateDetail } from '../api/types.ts';
import { Chip } from '../ui/chip.tsx';
import { plural } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

const MOST = 200;

export const FindingList = ({
  run,
  name,
  findings,
}: {
  readonly run: string;
  readonly name: string;
  readonly findings: CandidateDetail['findings'];
}) => {
  const fresh = findings.filter((finding) => finding.new);
  if (findings.length === 0) return null;
  return (
    <Panel
      flush
      title={fresh.length === 0 ? 'No new lint finding' : plural(fresh.length, 'new lint finding')}
      aside={<span className="num text-xs text-faint">{plural(findings.length, 'finding')} in all</span>}
    >
      {fresh.length > 0 && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto">
          {fresh.slice(0, MOST).map((finding, index) => (
            <li key={index} className="space-y-0.5 px-4 py-2 text-sm">
              <p className="flex flex-wrap items-center gap-2">
                <Chip tone={finding.severity === 'error' ? 'fail' : 'warn'}>{finding.severity}</Chip>
                <code className="text-xs break-all">{finding.rule}</code>
                {finding.file !== '' && (
                  <Link
                    to="/runs/$run/changes"
                    params={{ run }}
                    search={{ right: name, path: finding.file, line: finding.line }}
                    className="link font-mono text-xs break-all"
                  >
                    {finding.file}:{finding.line}
                  </Link>
                )}
              </p>
              <p className="break-words text-soft">{finding.message}</p>
            </li>
          ))}
          {fresh.length > MOST && (
            <li className="px-4 py-2 text-sm text-faint">and {fresh.length - MOST} more</li>
          )}
        </ul>
      )}
    </Panel>
  );
};
