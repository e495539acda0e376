import type { Hazard } from '../../../domain/evidence/hazard.ts';
import type { SyntaxNodes } from '../../../domain/source/syntax-nodes.ts';
import { readActions } from '../../../syntax/calls.ts';
import { openVersion } from '../../../syntax/file-version.ts';
import { deserialiseRule, evalRule, patternRule, shellRule, spawnRule, sqlRule } from './code-hazards.ts';
import { cipherRule, hashRule, modeRule, randomRule, signatureRule, tlsRule } from './crypto-hazards.ts';
import type { HazardRule } from './hazard-rule.ts';
import { fetchRule, htmlRule, pathRule, redirectRule } from './web-hazards.ts';

const RULES: readonly HazardRule[] = [
  evalRule,
  shellRule,
  spawnRule,
  deserialiseRule,
  sqlRule,
  patternRule,
  pathRule,
  redirectRule,
  fetchRule,
  htmlRule,
  hashRule,
  cipherRule,
  randomRule,
  tlsRule,
  signatureRule,
  modeRule,
];

/** Raise it when a rule changes. */
export const HAZARD_RULES = 'hydra-rules 2';
const MOST = 2_000;

/** Hazards in a JavaScript or TypeScript file, from its syntax tree (docs/decisions/analysers.md). */
export const findHazards = (nodes: SyntaxNodes, text: string): readonly Hazard[] => {
  const version = openVersion(text, nodes);
  const code = readActions(version);
  if (code === null) return [];
  const found = RULES.flatMap((rule) => rule(code)).map(({ rule, level, node, message }) => ({
    rule,
    level,
    line: version.lineAt(code.syntax.start(node)),
    message,
  }));
  const distinct = new Map(found.map((hazard) => [`${hazard.rule} ${hazard.line}`, hazard]));
  return [...distinct.values()].sort((a, b) => a.line - b.line).slice(0, MOST);
};
