import type { Check } from '../../../core/domain/check/check.ts';
import type { Files } from '../../ports/files.ts';

const MAX_CARRIED_BYTES = 64 * 1024 * 1024;

/** What a check of the base left in its report folder for the same check of candidates; by the check's name. */
export class CarriedOver {
  readonly #files: Pick<Files, 'readTree' | 'writeTree'>;
  readonly #known = new Map<string, Uint8Array>();

  constructor(files: Pick<Files, 'readTree' | 'writeTree'>) {
    this.#files = files;
  }

  /** Only ever from the base: a candidate has nothing to say to others. */
  async take({ name, carries }: Check, reportDir: string): Promise<void> {
    if (carries === undefined) return;
    const left = await this.#files.readTree(reportDir, { maxFiles: 100, maxBytes: MAX_CARRIED_BYTES });
    const bytes = left?.find(({ path }) => path === carries)?.bytes;
    if (bytes !== undefined) this.#known.set(name, bytes);
  }

  async give({ name, carries }: Check, reportDir: string): Promise<void> {
    const bytes = this.#known.get(name);
    if (carries === undefined || bytes === undefined) return;
    await this.#files.writeTree(reportDir, [{ path: carries, bytes, executable: false }]);
  }
}
