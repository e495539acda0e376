import type { CheckKind } from '../domain/check/check.ts';
import { shellQuote } from '../domain/check/shell-quote.ts';
import { SERVICES_STARTED, type ServicesPolicy } from '../domain/policy/services-policy.ts';

/** Inside double quotes only the port is filled in. */
const withPort = (text: string): string =>
  text
    .split('{port}')
    .map((part) => (part === '' ? '' : shellQuote(part)))
    .join('"$HYDRA_PORT"') || "''";

const starting = ([name, service]: [string, ServicesPolicy[string]]): string => {
  const { command, port, ready, timeout_seconds, env } = service;
  const variables = { [`${name.toUpperCase().replaceAll('-', '_')}_PORT`]: '{port}', ...env };
  const exports = Object.entries(variables).map(([key, value]) => `${key}=${withPort(value)}`);
  const words = [name, String(port ?? 0), String(timeout_seconds), command, ready ?? ''].map(shellQuote);
  return `hydra_service ${words.join(' ')}; export ${exports.join(' ')}; `;
};

/** Shell text that starts the services of a check before it, in the same sandbox; empty if it has none. */
export const servicePrelude = (services: ServicesPolicy, kind: CheckKind): string => {
  const wanted = Object.entries(services).filter(([, { checks }]) => checks.includes(kind));
  return wanted.length === 0
    ? ''
    : `. "$HYDRA_REPORTERS/services.sh"; ${wanted.map(starting).join('')}${SERVICES_STARTED}`;
};
