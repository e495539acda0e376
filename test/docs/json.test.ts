import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import {
  CacheJson,
  DoctorJson,
  EvaluatedJson,
  FieldCheckJson,
  jsonSchemas,
  MergedJson,
  RunsJson,
  ShownCandidateJson,
  ShownRunJson,
  VerifyJson,
} from '../../scripts/docs/json-schemas.ts';
import type { Conclusion } from '../../src/core/domain/run/conclusion.ts';
import type { Diagnosis } from '../../src/shell/ports/diagnosis.ts';
import type { RunSummary, VerifyProblem } from '../../src/shell/ports/run-store.ts';
import type { DiskUsageKind } from '../../src/shell/ports/disk-usage.ts';
import type { Merged } from '../../src/shell/stored/merge-winner.ts';
import { guides } from './markdown.ts';
import { openShop, type ScratchShop } from './scratch-shop.ts';

let shop: ScratchShop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.remove());

const print = async (schema: z.ZodType, line: string): Promise<unknown> => {
  const { stdout, stderr } = await shop.sh(`hydra ${line} --json`);
  const parsed = schema.safeParse(JSON.parse(stdout));
  expect(parsed.error?.issues ?? [], `${line}\n${stderr}`).toEqual([]);
  return parsed.data;
};

describe('output of --json', () => {
  test('matches the schemas, from evaluation to merge', async () => {
    const field = '--base main --candidates ../patches';
    await print(FieldCheckJson, `evaluate ${field} --check-only`);
    const conclusion = (await print(EvaluatedJson, `evaluate ${field}`)) as Conclusion;
    expect(conclusion.winner).toBe('codex');
    await print(EvaluatedJson, 'replay latest');
    await print(ShownRunJson, 'show latest');
    await print(ShownCandidateJson, 'show latest --candidate codex');
    await print(ShownCandidateJson, 'show latest --candidate baseline');
    await print(MergedJson, 'merge latest --dry-run --allow-degraded');
    await print(MergedJson, 'merge latest --allow-degraded');
    expect(await print(VerifyJson, 'verify latest')).toMatchObject({ ok: true });
    await print(RunsJson, 'runs');
    await print(CacheJson, 'cache');
    await print(CacheJson, 'cache --clear');
  });

  test('by the doctor too', () => print(DoctorJson, 'doctor'));

  test('has the types of the library', () => {
    expectTypeOf<z.infer<typeof MergedJson>>().toExtend<Merged>();
    expectTypeOf<z.infer<typeof VerifyJson>['problems'][number]['problem']>().toEqualTypeOf<
      VerifyProblem['problem']
    >();
    expectTypeOf<z.infer<typeof RunsJson>[number]['state']>().toEqualTypeOf<RunSummary['state']>();
    expectTypeOf<z.infer<typeof CacheJson>['storage'][number]['kind']>().toEqualTypeOf<DiskUsageKind>();
    expectTypeOf<z.infer<typeof DoctorJson>[number]['state']>().toEqualTypeOf<Diagnosis['state']>();
  });

  test('has every schema linked from docs/json.md', () => {
    const page = guides.find(({ path }) => path === 'docs/json.md');
    for (const path of Object.keys(jsonSchemas()))
      expect(page?.text).toContain(`(${path.slice('docs/'.length)})`);
  });

  test('is shown in docs/json.md by a valid example', () => {
    const page = guides.find(({ path }) => path === 'docs/json.md');
    const [example] = page?.blocks.filter(({ language }) => language === 'json') ?? [];
    expect(EvaluatedJson.safeParse(JSON.parse(example?.text ?? 'null')).error?.issues ?? []).toEqual([]);
  });
});
