import { expect, test } from 'vitest';
import type { OtherPlace } from '../../../../../src/core/domain/work/other-place.ts';
import {
  type EnvironmentParts,
  jobEnvironment,
} from '../../../../../src/shell/adapters/workspaces/launch/job-environment.ts';

/** Set by profiles, so that results can be compared. */
const PROFILES = { PYTHONHASHSEED: '0', GOFLAGS: '-mod=readonly', SEED: '1' };

const environmentAt = (place: OtherPlace | undefined, allowed: EnvironmentParts['allowed'] = {}) =>
  jobEnvironment({
    host: {},
    toolchains: { folders: [], links: {}, partly: [], crowded: [], leftOut: [], path: [], variables: {} },
    user: 'dev',
    home: '/home/dev',
    temporary: '/tmp',
    reportDir: '/report',
    reporters: '/reporters',
    allowed,
    network: {},
    job: PROFILES,
    place,
  });

test('seeds and orders of profiles apply as usual and elsewhere', () => {
  for (const place of [undefined, 'moved'] as const) {
    expect(environmentAt(place)).toMatchObject(PROFILES);
    expect(environmentAt(place)).not.toHaveProperty('HYDRA_ORDER');
  }
});

test('elsewhere other seeds replace those of profiles, and flags are added to theirs', () => {
  const there = environmentAt('elsewhere', { JAVA_TOOL_OPTIONS: '-Xmx1g' });
  const seed = there['HYDRA_ORDER'];
  expect(Number(seed)).toBeGreaterThan(1);
  expect(there).toMatchObject({
    PYTHONHASHSEED: seed,
    SEED: seed,
    GOFLAGS: `-mod=readonly -shuffle=${seed}`,
    SPEC_OPTS: `--order rand:${seed}`,
    JAVA_TOOL_OPTIONS: expect.stringMatching(/^-Xmx1g -Djunit\.jupiter\./),
  });
  expect(environmentAt('elsewhere')['PYTHONHASHSEED']).toBe(seed);
});
