import type { BlobRef } from '../../core/domain/work/blob-ref.ts';

/** Content by its sha-256, shared between dispatching and running work. Paths are the caller's own. */
export type BlobStore = {
  put(content: Uint8Array): Promise<BlobRef>;
  /** Copies a regular file in; null if it is absent, not a regular file (links are not followed) or larger. */
  putFile(path: string, maxBytes: number): Promise<BlobRef | null>;
  /** Writes the content over the file at `path`. Fails if the store does not hold it whole. */
  copyTo(blob: BlobRef, path: string): Promise<void>;
  /** Null if it is larger. Fails as `copyTo` does. */
  read(blob: BlobRef, maxBytes: number): Promise<Uint8Array | null>;
  /** One holder no longer needs it: the store may remove it once no other holder does. */
  release(blob: BlobRef): Promise<void>;
};
