import { resolve } from 'node:path';
import { readMailHeader } from '../../../../core/analyse/change/read-mail-header.ts';
import { type Authorship, toAuthorship } from '../../../../core/domain/candidate/authorship.ts';
import type { CandidateSource } from '../../../../core/domain/candidate/candidate.ts';
import type { Base } from '../../../ports/git-repository.ts';
import type { AskRepository } from '../repository/ask-repository.ts';
import { readBounded } from './import-patch.ts';

const MOST_COMMITS = 100;
const FORMAT = ['%an', '%ae', '%aI', '%B'].join('%x00');

/** The last commit's authorship and message; the subjects of the others follow. */
const ofCommits = async (ask: AskRepository, base: Base, commit: string): Promise<Authorship | null> => {
  const log = await ask.run(['log', '-1', `--format=${FORMAT}`, '--no-show-signature', commit, '--']);
  if (log.code !== 0) return null;
  const [name = '', email = '', date, message = ''] = log.stdout.toString('utf8').split('\0');
  const range = [`${base.commit}..${commit}`, '--'];
  const others = await ask.run([
    'log',
    `-${MOST_COMMITS}`,
    '--reverse',
    '--no-merges',
    '--format=%s',
    ...range,
  ]);
  const subjects = others.code === 0 ? others.stdout.toString('utf8').trim().split('\n').slice(0, -1) : [];
  const list = subjects.length === 0 ? '' : `\n\n${subjects.map((subject) => `* ${subject}`).join('\n')}`;
  return toAuthorship({ name, email, date, message: `${message.trim()}${list}` });
};

/** Who wrote a candidate and how they described it; null if its source does not contain it. */
export const readAuthorship = async (
  ask: AskRepository,
  base: Base,
  source: CandidateSource,
): Promise<Authorship | null> => {
  if (source.kind === 'commit')
    return source.commit === undefined ? null : ofCommits(ask, base, source.commit);
  if (source.kind !== 'patch') return null;
  const { bytes } = await readBounded(resolve(source.at));
  return bytes === null ? null : readMailHeader(new TextDecoder().decode(bytes.subarray(0, 200_000)));
};
