import { describe, expect, test } from 'vitest';
import { mergeManifest } from '../../../../src/core/analyse/harness/merge-manifest.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('package.json', () => {
  const base = { name: 'a', scripts: { test: 'node --test' }, dependencies: { x: '1' } };

  test('dependencies are the candidate’s, scripts and runner settings the base’s', () => {
    const own = { ...base, dependencies: { x: '2' }, scripts: { test: 'true' }, jest: { bail: true } };
    const merged = mergeManifest('package.json', json(base), json(own));
    expect(merged).toMatchObject({ kind: 'merged', dependencies: true });
    expect(merged.kind === 'merged' && JSON.parse(merged.text)).toEqual({
      ...base,
      dependencies: { x: '2' },
    });
  });

  test('a change of scripts alone leaves nothing', () => {
    const own = { ...base, scripts: { test: 'true' } };
    expect(mergeManifest('package.json', json(base), json(own))).toEqual({ kind: 'restored' });
  });

  test('a change next to scripts is kept as written', () => {
    const own = { ...base, version: '2.0.0' };
    expect(mergeManifest('package.json', json(base), json(own))).toEqual({
      kind: 'kept',
      dependencies: false,
    });
  });

  test.each([
    ['not JSON', '{', true],
    ['an array', '[]', true],
  ])('%s is the candidate’s own mistake', (_, own, dependencies) => {
    expect(mergeManifest('package.json', json(base), own)).toEqual({ kind: 'kept', dependencies });
  });
});

describe('sections', () => {
  const base = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n';

  test.each([
    ['[tool.pytest.ini_options]\naddopts = "-p evil"'],
    ['[tool]\npytest = { ini_options = { addopts = "-p evil" } }'],
    ['["tool"."pytest".ini_options]\naddopts = "-p evil"'],
    ['[ tool . pytest . ini_options ]\naddopts = "-p evil"'],
    ['["t\\u006fol".pytest.ini_options]\naddopts = "-p evil"'],
  ])('tool settings come from the base: %s', (section) => {
    const own = `[project]\nname = "a"\ndependencies = ["x"]\n\n${section}\n`;
    const merged = mergeManifest('pyproject.toml', base, own);
    expect(merged.kind).toBe('merged');
    if (merged.kind !== 'merged') return;
    expect(merged.text).toContain('dependencies = ["x"]');
    expect(merged.text).toContain('addopts = "-q"');
    expect(merged.text).not.toContain('evil');
  });

  test('keys before every section come from the base', () => {
    const own = `tool.pytest.ini_options.addopts = "-p evil"\n[project]\nname = "b"\n`;
    const merged = mergeManifest('pyproject.toml', base, own);
    expect(merged.kind === 'merged' && merged.text.includes('evil')).toBe(false);
  });

  test('a project’s own table of tools is kept', () => {
    const own = `${base}\n[tool.poetry]\nname = "a"\n`;
    expect(mergeManifest('pyproject.toml', base, own)).toEqual({ kind: 'kept', dependencies: true });
  });

  test('setup.cfg has its own names', () => {
    const cfg = '[metadata]\nname = a\n\n[tool:pytest]\naddopts = -q\n';
    const own = '[metadata]\nname = a\n\n[tool:pytest]\naddopts = -p evil\n';
    expect(mergeManifest('setup.cfg', cfg, own)).toEqual({ kind: 'restored' });
  });
});
