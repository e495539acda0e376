import type { AssessedFinding, ChangeAnalysis, MetricResult } from '../../domain/evidence/assessment.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = 'SRCROOT';

const LEVEL_OF = {
  error: 'error',
  high: 'error',
  warning: 'warning',
  medium: 'warning',
  low: 'note',
} as const;
/** The format that GitHub code scanning reads. */
const SEVERITY_OF = { error: null, warning: null, high: '8.0', medium: '5.0', low: '2.0' } as const;

/** A lone surrogate: URLs cannot encode it. */
const LONELY = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A relative reference to a file, with any characters in its name. */
const uriOf = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part.replaceAll(LONELY, '\ufffd')))
    .join('/');

const ruleOf = ({ rule, metric, level }: AssessedFinding) => {
  const severity = SEVERITY_OF[level];
  return {
    id: rule,
    properties: {
      tags: [metric],
      ...(severity === null ? {} : { 'security-severity': severity }),
    },
  };
};

const resultOf = (finding: AssessedFinding, ruleIndex: number) => ({
  ruleId: finding.rule,
  ruleIndex,
  level: LEVEL_OF[finding.level],
  message: { text: finding.message === '' ? finding.rule : finding.message },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: uriOf(finding.path), uriBaseId: ROOT },
        ...(finding.line === 0 ? {} : { region: { startLine: finding.line } }),
      },
    },
  ],
});

const runOf = (tool: string, findings: readonly AssessedFinding[]) => {
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding])).values()];
  const indexOf = new Map(rules.map(({ rule }, at) => [rule, at]));
  return {
    tool: { driver: { name: tool, rules: rules.map(ruleOf) } },
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => resultOf(finding, indexOf.get(finding.rule) ?? 0)),
  };
};

const reasonsIn = ({ details }: MetricResult): readonly string[] => [
  ...Object.entries(details.languages).flatMap(([language, { reasons }]) =>
    Object.entries(reasons).map(([what, why]) => `${language}: ${what}: ${why}`),
  ),
  ...details.notes,
];

/** SARIF 2.1.0: one run per tool, and one of our own that lists what was not measured. */
export const analysisSarif = (analysis: ChangeAnalysis, version: string) => {
  const { quality, security } = analysis;
  const all = [...quality.details.findings, ...security.details.findings];
  const tools = [
    ...new Set([...quality.details.tools, ...security.details.tools, ...all.map(({ tool }) => tool)]),
  ];
  const notifications = [...new Set([...reasonsIn(quality), ...reasonsIn(security)])].map((text) => ({
    level: 'note',
    message: { text },
  }));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'hydra', semanticVersion: version, rules: [] } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: [],
        properties: { quality: quality.score, security: security.score },
      },
      ...tools.map((tool) =>
        runOf(
          tool,
          all.filter((finding) => finding.tool === tool),
        ),
      ),
    ],
  };
};
