/**
 * Serves pages as the product serves its own: precompressed, with files that are cached forever, and with its security headers.
 * One of these, Cross-Origin-Opener-Policy, moves a document into another process of the browser, which delays its first paint.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { encoded, sendEncoded } from '../../../server/http/encoded-body.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { serveAssets } from '../../../server/page/asset-files.ts';

export interface ServedPage {
  /** Without a trailing slash. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves documents on a free port, each at its path.
 * @param assets Folder of the files below `/assets/`, with their compressed copies next to them.
 */
export async function servePage(
  documents: Readonly<Record<string, string>>,
  assets?: string,
): Promise<ServedPage> {
  const { 'content-security-policy': _, ...headers } = securityHeaders(false);
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>();
  for (const [path, html] of Object.entries(documents)) {
    const body = await encoded(html);
    app.get(path, async (request, reply) =>
      sendEncoded(
        request,
        reply.type('text/html; charset=utf-8').headers({ ...headers, 'cache-control': 'no-store' }),
        body,
      ),
    );
  }
  if (assets !== undefined) await serveAssets(app, assets);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address, stop: () => app.close() };
}
