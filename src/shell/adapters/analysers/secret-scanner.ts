import type { ReportedSecret } from '../../../core/analyse/secrets/find-secrets.ts';

type Scan = (path: string, text: string) => Promise<readonly ReportedSecret[]>;

const PREFIX = '@secretlint/secretlint-rule-';
/** Comments in a change must not hide secrets in the change. */
const SUPPRESSIONS = `${PREFIX}filter-comments`;

const load = async (): Promise<Scan> => {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const wanted = rules
    .filter(({ meta }) => meta.id !== SUPPRESSIONS)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
  return async (path, text) => {
    const { messages } = await lintSource({
      source: {
        filePath: `/${path}`,
        content: text,
        ext: path.slice(path.lastIndexOf('.')),
        contentType: 'text',
      },
      options: { config: { rules: wanted }, noPhysicFilePath: true },
    });
    return messages.map(({ ruleId, range, loc }) => ({
      rule: ruleId.slice(PREFIX.length),
      line: loc.start.line,
      text: text.slice(range[0], range[1]),
    }));
  };
};

let loading: Promise<Scan> | undefined;

/** The recommended rules of secretlint. */
export const secretScanner = (): Promise<Scan> => (loading ??= load());
