import type { SchemaKind } from '../../../core/analyse/brief/find-schemas.ts';
import {
  asyncapiChecker,
  composeChecker,
  jsonSchemaChecker,
  kubernetesChecker,
  openapiChecker,
} from './document-checkers.ts';
import { graphqlChecker } from './graphql-checker.ts';
import { migrationChecker } from './migration-checker.ts';
import { prismaChecker } from './prisma-checker.ts';
import type { SchemaChecker } from './schema-checker.ts';

/** Kinds that need no external program. */
export const CHECKERS: ReadonlyMap<SchemaKind, SchemaChecker> = new Map<SchemaKind, SchemaChecker>([
  ['graphql', graphqlChecker],
  ['openapi', openapiChecker],
  ['asyncapi', asyncapiChecker],
  ['json-schema', jsonSchemaChecker],
  ['prisma', prismaChecker],
  ['sql-migration', migrationChecker],
  ['compose', composeChecker],
  ['kubernetes', kubernetesChecker],
]);
