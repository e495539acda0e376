import type { BoundaryFindings } from '../../core/documents/score-conventions.ts';
import type { SchemaFindings } from '../../core/domain/check/schema-findings.ts';
import type { ProjectBrief } from '../../core/domain/source/project-brief.ts';
import {
  buildProjectBrief as buildBrief,
  type ConventionQuestion,
} from '../../shell/conventions/candidate-changes.ts';
import {
  conventionScore as score,
  runBoundaryChecks as checkBoundaries,
  type ScoreBreakdown,
  type ScoreQuestion,
} from '../../shell/conventions/convention-scores.ts';
import { runSchemaChecks as checkSchemas } from '../../shell/conventions/schema-checks.ts';
import { type Session, withSession } from '../wiring/session.ts';
import {
  openBriefTools,
  openSchemaChecks,
  openWaitingExtraction,
  readWorkTreeFile,
} from '../wiring/wiring-sources.ts';

/** A session locates a repository once. */
export const buildProjectBriefIn = async (session: Session, root: string): Promise<ProjectBrief> =>
  buildBrief(
    await session.share(`brief of ${root}`, async () => ({
      ...(await openBriefTools(session, root)),
      close: async () => undefined,
    })),
  );

/** The brief of the repository that holds `root`, as its files are now. */
export const buildProjectBrief = (root: string): Promise<ProjectBrief> =>
  withSession((session) => buildProjectBriefIn(session, root));

export const runSchemaChecksIn = async (
  session: Session,
  question: ConventionQuestion,
): Promise<SchemaFindings> => {
  const { check } = await openSchemaChecks(session);
  return checkSchemas({ readFile: readWorkTreeFile, checkSchemas: (asked) => check(asked) }, question);
};

/**
 * Checks the schemas that a candidate changes, together with the others of their kind: Prisma, GraphQL, protobuf,
 * OpenAPI, AsyncAPI, JSON Schema, SQL migrations, compose and Kubernetes files. Errors of the base do not count.
 */
export const runSchemaChecks = (question: ConventionQuestion): Promise<SchemaFindings> =>
  withSession((session) => runSchemaChecksIn(session, question));

/** Scores synchronously: a thread reads the changed sources meanwhile, and ends with `close`. */
export const openConventionScores = () => {
  const { extract, close } = openWaitingExtraction();
  const sources = { extract, readFile: readWorkTreeFile };
  return {
    conventionScore: (question: ScoreQuestion): ScoreBreakdown => score(sources, question),
    runBoundaryChecks: (question: ConventionQuestion): BoundaryFindings => checkBoundaries(sources, question),
    close,
  };
};

/** Its thread does not keep the process alive. */
const outsideSessions = openConventionScores();

/** How well a candidate fits its repository: five scores in 0..1 and their weighted mean. */
export const conventionScore = (question: ScoreQuestion): ScoreBreakdown =>
  outsideSessions.conventionScore(question);

/** Imports that a candidate adds against the layers of its repository, in cycles, or against rules that it states. */
export const runBoundaryChecks = (question: ConventionQuestion): BoundaryFindings =>
  outsideSessions.runBoundaryChecks(question);
