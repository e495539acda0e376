import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const INDEX = 'index.html';
const NONCE = '__CSP_NONCE__';
/** Hashed names never change their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** On every answer of the server. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** For responses that are not pages: nothing in them may be active. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Sizes and colours of elements; rules cannot come this way.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Hydra</title>
<h1>The pages are not built</h1>
<p>Run <code>npm run build</code> and start the server again. The API works: <a href="/api">/api</a>.</p>`;

export type Pages = {
  /** Null: there is no such file. */
  asset(path: string, accepts: string): Response | null;
  /** The page, which routes by its address. */
  index(): Response;
};

/** Only files that were there at the start are served, by their exact names: no path is computed from a request. */
export const openPages = (folder: string): Pages => {
  const names = (() => {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true });
    } catch {
      return [];
    }
  })();
  const files = new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length).replaceAll('\\', '/'), path] as const;
      }),
  );
  const kept = new Map<string, Buffer>();
  const read = (path: string): Buffer => {
    const known = kept.get(path) ?? readFileSync(path);
    kept.set(path, known);
    return known;
  };
  const headersFor = (path: string, cache: string): Record<string, string> => ({
    ...SECURITY_HEADERS,
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Content-Security-Policy': pagePolicy('none'),
    'Cache-Control': cache,
    Vary: 'Accept-Encoding',
  });
  return {
    asset(path, accepts) {
      const found = files.get(path);
      if (found === undefined || path === `/${INDEX}` || path === '/report.html') return null;
      const cache = path.startsWith('/assets/') ? FOR_EVER : 'no-cache';
      const headers = headersFor(path, cache);
      for (const [encoding, ending] of ENCODINGS) {
        const packed = files.get(`${path}${ending}`);
        if (packed === undefined || !accepts.includes(encoding)) continue;
        return new Response(new Uint8Array(read(packed)), {
          headers: { ...headers, 'Content-Encoding': encoding },
        });
      }
      return new Response(new Uint8Array(read(found)), { headers });
    },
    index() {
      const found = files.get(`/${INDEX}`);
      const nonce = randomBytes(16).toString('base64url');
      const text = found === undefined ? NOT_BUILT : read(found).toString('utf8').replaceAll(NONCE, nonce);
      return new Response(text, {
        headers: {
          ...headersFor(INDEX, 'no-store'),
          'Content-Security-Policy': pagePolicy(nonce),
        },
      });
    },
  };
};
