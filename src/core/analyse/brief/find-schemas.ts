import { baseName } from '../../domain/source/path-parts.ts';

export const SCHEMA_KINDS = [
  'prisma',
  'graphql',
  'protobuf',
  'openapi',
  'asyncapi',
  'json-schema',
  'sql-migration',
  'compose',
  'kubernetes',
] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

const KUBERNETES_FOLDER = /(?:^|\/)(?:k8s|kubernetes|manifests|kustomize)\//i;
const DATA = /\.(?:ya?ml|json)$/i;

/** By name alone: the content is examined when the schema is checked. */
export const schemaKind = (path: string): SchemaKind | null => {
  const name = baseName(path).toLowerCase();
  if (name.endsWith('.prisma')) return 'prisma';
  if (/\.(?:graphql|gql|graphqls)$/.test(name)) return 'graphql';
  if (name.endsWith('.proto')) return 'protobuf';
  if (name.endsWith('.sql') && /(?:^|\/)(?:migrations?|migrate)\//i.test(path)) return 'sql-migration';
  if (!DATA.test(name)) return null;
  if (/openapi|swagger/.test(name)) return 'openapi';
  if (name.includes('asyncapi')) return 'asyncapi';
  if (/\.schema\.(?:json|ya?ml)$/.test(name)) return 'json-schema';
  if (/^(?:docker-)?compose(?:[.-][a-z0-9.-]+)?\.ya?ml$/.test(name)) return 'compose';
  return KUBERNETES_FOLDER.test(path) && !name.endsWith('.json') ? 'kubernetes' : null;
};
