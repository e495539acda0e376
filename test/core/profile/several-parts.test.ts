import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { severalCommand } from '../../../src/core/commands/several-parts.ts';

const REPORTS = 'target/surefire-reports';

test('each project runs, whatever becomes of the others, and leaves the reports of this run alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'hydra-several-'));
  const reports = join(root, 'reports');
  try {
    for (const folder of [reports, join(root, 'shop', REPORTS)]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, 'shop', REPORTS, 'TEST-old.xml'), 'of an earlier run');
    const inside = `mkdir -p part/${REPORTS}; echo a > ${REPORTS}/TEST-a.xml; echo b > part/${REPORTS}/TEST-b.xml`;
    const command = severalCommand([
      {
        number: 1,
        folder: 'shop',
        command: `${inside}; exit 3`,
        report: { from: 'workspace-files', pattern: '**/target/*-reports/TEST-*.xml' },
      },
      { number: 2, folder: '', command: 'echo findings', report: { from: 'stdout' } },
      {
        number: 3,
        folder: 'shop',
        command: 'exit 1',
        plain: 'pwd',
        report: { from: 'report-file', name: 'tests.xml' },
      },
    ]);
    const { status, stdout } = spawnSync('sh', ['-c', command], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HYDRA_REPORT_DIR: reports },
    });
    expect(status).toBe(3);
    expect(stdout).toMatch(/shop\n$/);
    expect(readdirSync(reports).filter((name) => name.startsWith('part-'))).toEqual([
      'part-1-part_target_surefire-reports_TEST-b.xml',
      'part-1-status',
      'part-1-target_surefire-reports_TEST-a.xml',
      'part-2-status',
      'part-2-stdout',
      'part-3-status',
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
