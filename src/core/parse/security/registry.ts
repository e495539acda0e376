import type { HazardParser } from '../../domain/evidence/hazard.ts';
import { banditJson } from './bandit-json.ts';
import { cargoAuditJson } from './cargo-audit-json.ts';
import { gosecJson } from './gosec-json.ts';
import { govulncheckJson } from './govulncheck-json.ts';
import { npmAuditJson } from './npm-audit-json.ts';
import { rubocopSecurityJson } from './rubocop-security-json.ts';
import { spotbugsXml } from './spotbugs-xml.ts';

/** Every way to read a scanner's report. A new one needs a file and a line here. */
export const hazardParsers: readonly HazardParser[] = [
  banditJson,
  cargoAuditJson,
  gosecJson,
  govulncheckJson,
  npmAuditJson,
  rubocopSecurityJson,
  spotbugsXml,
];

export const findHazardParser = (id: string): HazardParser | undefined =>
  hazardParsers.find((parser) => parser.id === id);
