import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Panel } from '../domain/evidence/panel.ts';
import { describeFindings } from '../panel/describe-findings.ts';
import type { CapturedSoFar } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';

/** After the checks, since a second round shows their findings; only if the user asks for a panel. */
export const panel: Inquiry<'panel'> = {
  kind: 'panel',
  ask: (captured) => {
    const rounds = captured.examination?.setting.panelRounds ?? 0;
    if (rounds === 0 || captured.panel !== undefined || captured.evidence.length < 2) return [];
    // As long as tests or calls wait to be written, a second round would be asked without their results.
    const proposed = captured.probes?.known === true ? captured.probes.value.proposed : undefined;
    const waits = captured.panelTests?.waiting === true || proposed?.waiting === true;
    const informed = rounds > 1 && !waits;
    return [{ kind: 'panel', candidate: BASELINE, findings: informed ? describeFindings(captured) : null }];
  },
};

export const addPanel = (captured: CapturedSoFar, asked: Panel): CapturedSoFar => ({
  ...captured,
  panel: asked,
});
