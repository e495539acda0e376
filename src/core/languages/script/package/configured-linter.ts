import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import type { PackageJson } from './package-json.ts';

/** A linter without a script, but with a configuration file: file at the root → command. */
const CONFIGURED: readonly (readonly [RegExp, string, string])[] = [
  [/^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(js|cjs|json|ya?ml))?)$/, 'eslint', 'eslint .'],
  [/^(\.oxlintrc\.json|oxlint\.config\.ts)$/, 'oxlint', 'oxlint'],
  [/^\.?biome\.jsonc?$/, '@biomejs/biome', 'biome lint .'],
];

/** Only if the package is a dependency too: otherwise node_modules/.bin has no such program. */
export const configuredJsLinter = (facts: RepoFacts, manifest: PackageJson): string | null => {
  for (const [file, dependency, command] of CONFIGURED) {
    const configured = facts.files.some((path) => file.test(path));
    if (configured && manifest.dependencies.has(dependency)) return command;
  }
  return null;
};
