import * as z from 'zod';
import { ReportSource } from '../check/check.ts';
import type { InstallPlan } from '../source/repo-facts.ts';
import { BlobRef } from './blob-ref.ts';
import { OtherPlace } from './other-place.ts';
import { TreeChange } from './tree-change.ts';

const MAX_STEPS = 10_000;
const MAX_CHANGES = 1_000_000;
const MAX_COMMAND = 16 * 1024 * 1024;
const MAX_NAME = 65_536;

const Milliseconds = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const Amount = z.int().positive();
const Key = z.string().regex(/^[0-9a-f]{64}$/, 'a key is a sha-256 in hexadecimal');
const Text = z.string().max(MAX_COMMAND);
const Name = z.string().max(MAX_NAME);
const Variables = z
  .record(z.string().regex(/^(?!__proto__$)[^=\0]+$/, 'not the name of a variable'), Text)
  .readonly();
const Changes = z.array(TreeChange).max(MAX_CHANGES).readonly();

const Install = z
  .strictObject({
    command: Text,
    manifests: z.array(Name).max(MAX_CHANGES).readonly(),
    scope: z.enum(['manifests', 'tree']),
    compiles: z.array(Name).max(MAX_STEPS).readonly().optional(),
    warmUp: Text.optional(),
    network: z.boolean(),
    timeoutMs: Milliseconds,
    env: Variables,
    environment: z.array(Name).max(MAX_STEPS).readonly(),
    programs: z.array(Name).max(MAX_STEPS).readonly().optional(),
  })
  .readonly() satisfies z.ZodType<InstallPlan>;

/** The commit that all changes are relative to, and how its dependencies are installed. */
export const WorkBase = z
  .strictObject({
    commit: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit is 40 or 64 hexadecimal digits'),
    install: Install.nullable(),
    /** Variables that the policy lets through to every command, with their values: treat a work as confidential. */
    environment: Variables,
    /** What one command may take of the machine; absent ones are the machine's usual limits. */
    limits: z
      .strictObject({
        memoryBytes: Amount.optional(),
        processes: Amount.optional(),
        diskBytes: Amount.optional(),
        outputBytes: Amount.optional(),
        openFiles: Amount.optional(),
      })
      .readonly(),
  })
  .readonly();
export type WorkBase = z.infer<typeof WorkBase>;

/** Limits in the time that the machine gave a command; waiting for a core or a disk does not count. */
export const Pace = z
  .strictObject({
    /** It ends as `timed-out` after this, and within `timeoutMs` in any case. */
    totalMs: Milliseconds,
    /** Longest time without output; null: no limit. */
    silentMs: Milliseconds.nullable(),
  })
  .readonly();
export type Pace = z.infer<typeof Pace>;

/** Files that a command cannot write to, as far as the machine allows. */
export const ReadOnly = z
  .strictObject({
    /** All that is pinned, or test files alone. */
    of: z.enum(['harness', 'tests']),
    /** Beside them. */
    also: z.array(Name).max(MAX_CHANGES).readonly(),
    except: z.array(Name).max(MAX_CHANGES).readonly(),
  })
  .readonly();
export type ReadOnly = z.infer<typeof ReadOnly>;

const InputFile = z.strictObject({ name: Name, blob: BlobRef }).readonly();

/** What may still change while a work is queued or runs; see `WorkUpdate`. */
const adjustable = {
  /** For scheduling only. */
  estimateMs: Milliseconds,
  /** Null: only `timeoutMs` limits it. */
  pace: Pace.nullable(),
  /** Leave it out. */
  skip: z.boolean(),
  /** Leave out all later steps unless it exits with 0. */
  stopOnFailure: z.boolean(),
  /** Files put into the report folder before it starts. */
  files: z.array(InputFile).max(MAX_STEPS).readonly(),
};

/** One command. */
export const WorkStep = z
  .strictObject({
    ...adjustable,
    name: Name,
    /** Run by `sh -c` in the workspace, with $HYDRA_REPORT_DIR and $HYDRA_REPORTERS set. */
    command: Text,
    env: Variables,
    network: z.boolean(),
    timeoutMs: z.int().positive(),
    /** How often to try if the machine cannot start it. */
    attempts: z.int().min(1).max(5),
    /** Keep standard output apart from the log. */
    separateStdout: z.boolean(),
    /** Which files to report; null: none beside the log. */
    report: ReportSource.nullable(),
    /** A file of the report folder to bring back if the command exits. */
    output: Name.nullable(),
    /** Absent: every file of the workspace can be written to. */
    readOnly: ReadOnly.optional(),
    /** Note which programs it starts, if the machine can. */
    traced: z.literal(true).optional(),
    /** Keep the workspace as it is after this step under a content key, for works that start there. */
    keep: z
      .strictObject({
        key: Key,
        /** Until the run ends, and not only until the work does. */
        lasting: z.boolean(),
        when: z.enum(['always', 'passed']),
      })
      .readonly()
      .nullable(),
  })
  .readonly();
export type WorkStep = z.infer<typeof WorkStep>;

/** Steps that share one workspace and run in order. Complete in itself: whatever it refers to is named by digest. */
export const Work = z
  .strictObject({
    id: z.string().min(1).max(1000),
    /** Names the workspace if a copy of it is kept for people. */
    label: Name,
    base: WorkBase,
    /** From the base to the tree under test. */
    changes: Changes,
    /** A kept workspace to start from instead of the base. */
    start: z
      .strictObject({
        key: Key,
        /** Laid over it in place of the work's own changes. */
        changes: Changes,
        /** Positions of the steps that are done in it already. */
        replaces: z.array(z.int().nonnegative()).max(MAX_STEPS).readonly(),
        /** If nothing is kept under the key: start from the base, or fail. */
        otherwise: z.enum(['base', 'fail']),
      })
      .readonly()
      .nullable(),
    /** Other surroundings than the usual ones. */
    place: OtherPlace.optional(),
    /** Runs before all others that wait. */
    urgent: z.boolean(),
    steps: z.array(WorkStep).max(MAX_STEPS).readonly(),
  })
  .readonly();
export type Work = z.infer<typeof Work>;

/** A message to a work under way. It applies to steps that have not ended; `pace` also to the one that runs. */
export const WorkUpdate = z
  .strictObject({
    /** Start no further step. */
    stop: z.literal(true).optional(),
    steps: z
      .array(
        z.strictObject({ at: z.int().nonnegative(), ...z.object(adjustable).partial().shape }).readonly(),
      )
      .max(MAX_STEPS)
      .readonly()
      .optional(),
  })
  .readonly();
export type WorkUpdate = z.infer<typeof WorkUpdate>;
