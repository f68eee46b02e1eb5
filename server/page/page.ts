/**
 * Serves the page: two documents per program from memory, and its assets, which may be cached for ever
 * (`docs/decisions/first-screen.md`).
 */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorText } from '../../copy/sentences.ts';
import type { Api } from '../http/api-types.ts';
import { missing } from '../http/errors.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import { programForHost } from '../programs/programs.ts';
import type { Services } from '../start/services.ts';
import { assetFolderOf, builtPage, readAssets } from './assets.ts';
import type { PageAssets } from './document.ts';
import { domainErrorDocument, renderDocuments } from './document.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A document ready to be sent, in each encoding. */
type Bodies = Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;

/** The documents of a program. */
interface ServedDocuments {
  readonly contentSecurityPolicy: string;
  readonly intro: Bodies;
  readonly elsewhere: Bodies;
}

async function compressed(html: string): Promise<Bodies> {
  const identity = Buffer.from(html);
  return { identity, br: await brotli(identity), gzip: await zip(identity) };
}

function encodingFor(request: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/**
 * Adds the page to the server. Every GET that is neither an API call nor an asset gets the document of its host's
 * program.
 * @param built Folder of the built page. Throws where nothing was built there.
 */
export async function servePage(app: Api, services: Services, built = builtPage): Promise<void> {
  await serveDocuments(app, services, await readAssets(built));
  await app.register(fastifyStatic, {
    root: assetFolderOf(built),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    wildcard: false,
  });
}

/** Adds the documents alone, for a page whose files are served elsewhere, as `npm run dev` does. */
export async function serveDocuments(app: Api, services: Services, assets: PageAssets): Promise<void> {
  const documents = new Map<string, ServedDocuments>();
  for (const program of services.programs.all) {
    const { intro, elsewhere, contentSecurityPolicy } = await renderDocuments(
      program,
      assets,
      services.settings.placesApiKey,
    );
    documents.set(program.domainKey, {
      contentSecurityPolicy,
      intro: await compressed(intro),
      elsewhere: await compressed(elsewhere),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path);
    if (!isPage) throw missing();
    return sendDocument(request, reply, path);
  });

  function sendDocument(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    const { name } = request.requestHost;
    const program = programForHost(services.programs, name);
    const served = program && documents.get(program.domainKey);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (!served) {
      const unknown = domainErrorDocument(
        { title: defaultCopy.errors.areas.domain.title, text: errorText(defaultCopy, 'domain', 404, name) },
        assets,
      );
      return reply
        .code(404)
        .header('content-security-policy', unknown.contentSecurityPolicy)
        .send(unknown.html);
    }
    const encoding = encodingFor(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .code(200)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', served.contentSecurityPolicy)
      .send((assets.isIntroPath(path) ? served.intro : served.elsewhere)[encoding]);
  }
}
