/**
 * Serves the page: two documents per program from memory, and its assets, which may be cached for ever
 * (`docs/decisions/first-screen.md`).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorText } from '../../copy/sentences.ts';
import { missing, unavailable } from '../errors.ts';
import type { Api } from '../http/api-types.ts';
import { eachEncodedOnce, sendEncoded } from '../http/encoded-body.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { programForHost } from '../programs/programs.ts';
import type { Groundwork, Services } from '../services.ts';
import { tabIconOf } from './artwork.ts';
import { serveAssets } from './asset-files.ts';
import { assetFolderOf, builtPage, readAssets } from './assets.ts';
import type { PageAssets, PageDocuments } from './document.ts';
import { domainErrorDocument, renderDocuments } from './document.ts';
import { storedAssets } from './stored-assets.ts';

/** What the page never asks a browser for, nor anything that might get into it. */
const permissionsPolicy = ['browsing-topics', 'camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(',');

/**
 * What no address of the page has, not even one copied with the full stop of its sentence: the name of a file, or of a copy
 * of one. There is none, and a scanner is told so.
 */
const namesFile = /\.\w|~/;

/** A day, after which a program's new colours are seen. */
const tabIconCaching = 'public, max-age=86400';

/**
 * Adds the page to the server. Every GET that is neither an API call nor an asset nor the name of a file gets the
 * document of its host's program.
 * @param built Folder of the built page. Throws where nothing was built there.
 */
export async function servePage(app: Api, services: Services, built = builtPage): Promise<void> {
  await serveDocuments(app, services, await readAssets(built));
  await serveAssets(app, assetFolderOf(built), (files) => storedAssets(app, services, files));
}

/** The same while the store is not open: the files of other builds are there again once it is. */
export async function serveWaitingPage(app: Api, groundwork: Groundwork): Promise<void> {
  await serveDocuments(app, groundwork, await readAssets(builtPage));
  await serveAssets(app, assetFolderOf(builtPage), async () => ({
    find: () => Promise.reject(unavailable()),
  }));
}

/** Adds the documents alone, for a page whose files are served elsewhere, as `npm run dev` does. */
export async function serveDocuments(app: Api, services: Groundwork, assets: PageAssets): Promise<void> {
  const documents = new Map<string, PageDocuments>();
  for (const program of services.programs.all)
    documents.set(program.domainKey, await renderDocuments(program, assets, services.settings.placesApiKey));
  const encodedOnce = eachEncodedOnce();
  // Browsers ask for it by themselves, so that no document has to name it.
  app.get('/favicon.ico', { schema: { hide: true } }, (request, reply) => {
    const program = programForHost(services.programs, request.requestHost.name);
    if (!program) throw missing();
    return reply.type('image/svg+xml').header('cache-control', tabIconCaching).send(tabIconOf(program));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || /^\/(api|assets)(\/|$)/.test(path) || namesFile.test(path)) throw missing();
    return sendDocument(request, reply, path);
  });

  async function sendDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<FastifyReply> {
    const { name } = request.requestHost;
    const program = programForHost(services.programs, name);
    const served = program && documents.get(program.domainKey);
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('permissions-policy', permissionsPolicy);
    if (!served) {
      const unknown = domainErrorDocument(errorText(defaultCopy, 'domain', 404, name), assets);
      return reply
        .code(404)
        .header('content-security-policy', unknown.contentSecurityPolicy)
        .send(unknown.html);
    }
    reply.code(200).header('content-security-policy', served.contentSecurityPolicy);
    const document = assets.isIntroPath(path) ? served.intro : served.elsewhere;
    return sendEncoded(request, reply, await encodedOnce(document));
  }
}
