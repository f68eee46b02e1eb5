/**
 * Serves pages as the product serves its own: precompressed, with permanently cached files, and with the product's security
 * headers except the Content Security Policy. The headers affect the results: Cross-Origin-Opener-Policy delays the first paint,
 * because the browser moves the document into another process.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { encoded, sendEncoded } from '../../../server/http/encoded-body.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { serveAssets } from '../../../server/page/asset-files.ts';

export interface ServedPage {
  /** The URL, without a trailing slash. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves HTML documents on a free port. The keys of `documents` are their paths.
 * @param assets Folder of the files to serve below `/assets/`, with compressed copies next to them.
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
