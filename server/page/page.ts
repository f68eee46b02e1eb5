/** Serves the page's HTML documents, two per program, and the page's assets (`docs/decisions/first-screen.md`). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorText } from '../../copy/sentences.ts';
import { notFound, unavailable } from '../errors.ts';
import type { Api } from '../http/api-types.ts';
import { eachOnce, encoded, sendEncoded } from '../http/encoded-body.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { programForHost } from '../programs/programs.ts';
import type { Groundwork, Services } from '../services.ts';
import { tabIconOf } from './artwork.ts';
import { serveAssets } from './asset-files.ts';
import { assetFolderOf, builtPage, readAssets } from './assets.ts';
import { domainErrorDocument, type PageAssets, type PageDocuments, renderDocuments } from './document.ts';
import { storedAssets } from './stored-assets.ts';

/** The Permissions-Policy header. It denies features that the page never uses, so injected scripts cannot use them either. */
const permissionsPolicy = ['browsing-topics', 'camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(',');

/**
 * Matches paths that look like files or backup files, which scanners request. They get 404 instead of the page. Does not match a
 * period at the end of a path, because people often copy it together with a link.
 */
const namesFile = /\.\w|~/;

/** The Cache-Control header of the favicon. If a program's colors change, browsers show the new colors after at most a day. */
const tabIconCaching = 'public, max-age=86400';

/**
 * Adds the page, its assets and the favicon. Every GET or HEAD gets the page, unless its path belongs to the API or looks like a
 * file. Throws if `built` contains no page.
 */
export async function servePage(app: Api, services: Services, built = builtPage): Promise<void> {
  await serveDocuments(app, services, await readAssets(built));
  await serveAssets(app, assetFolderOf(built), (files) => storedAssets(app, services, files));
}

/** Adds the page to a server whose database is not open yet. Requests for files of other builds fail with `unavailable`. */
export async function serveWaitingPage(app: Api, groundwork: Groundwork): Promise<void> {
  await serveDocuments(app, groundwork, await readAssets(builtPage));
  await serveAssets(app, assetFolderOf(builtPage), async () => () => Promise.reject(unavailable()));
}

/** Serves the page's HTML documents and the favicon, not the assets. Under `npm run dev`, another server serves the assets. */
export async function serveDocuments(app: Api, services: Groundwork, assets: PageAssets): Promise<void> {
  const documents = new Map<string, PageDocuments>();
  for (const program of services.programs.all)
    documents.set(program.domainKey, await renderDocuments(program, assets, services.settings.placesApiKey));
  const encodedOnce = eachOnce(encoded);
  // Browsers request this path on their own, although no document links to it.
  app.get('/favicon.ico', { schema: { hide: true } }, (request, reply) => {
    const program = programForHost(services.programs, request.requestHost.name);
    if (!program) throw notFound();
    return reply.type('image/svg+xml').header('cache-control', tabIconCaching).send(tabIconOf(program));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || /^\/(api|assets)(\/|$)/.test(path) || namesFile.test(path)) throw notFound();
    return sendDocument(request, reply, path);
  });

  async function sendDocument(request: FastifyRequest, reply: FastifyReply, path: string) {
    const { name } = request.requestHost;
    const program = programForHost(services.programs, name);
    const served = program && documents.get(program.domainKey);
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('permissions-policy', permissionsPolicy);
    if (!served) {
      const { html, ...unknown } = domainErrorDocument(errorText(defaultCopy, 'domain', 404, name), assets);
      return reply.code(404).header('content-security-policy', unknown.contentSecurityPolicy).send(html);
    }
    reply.code(200).header('content-security-policy', served.contentSecurityPolicy);
    const document = assets.isIntroPath(path) ? served.intro : served.elsewhere;
    return sendEncoded(request, reply, await encodedOnce(document));
  }
}
