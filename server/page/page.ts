/** Serves the page: one document per program from memory, and its assets for ever (architecture, "Page"). */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { areaTexts, errorText } from '../../form/catalogue.ts';
import type { Api } from '../api-types.ts';
import { missing } from '../problem.ts';
import { programForHost } from '../programs.ts';
import type { Services } from '../services.ts';
import { assetFolder, readAssets } from './assets.ts';
import { domainErrorDocument, renderDocument } from './document.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A document ready to be sent, in each encoding. */
interface ServedDocument {
  readonly contentSecurityPolicy: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

async function compressed(html: string): Promise<ServedDocument['bodies']> {
  const identity = Buffer.from(html);
  return { identity, br: await brotli(identity), gzip: await zip(identity) };
}

function encodingFor(request: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Adds the page to the server. Every GET that is no call and no asset gets the document of its host's program. */
export async function servePage(app: Api, services: Services): Promise<void> {
  const assets = await readAssets();
  const documents = new Map<string, ServedDocument>();
  for (const program of services.programs.all) {
    const { html, contentSecurityPolicy } = await renderDocument(
      program,
      assets,
      services.settings.placesApiKey,
    );
    documents.set(program.domainKey, { contentSecurityPolicy, bodies: await compressed(html) });
  }
  await app.register(fastifyStatic, {
    root: assetFolder,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    wildcard: false,
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path);
    if (!isPage) throw missing();
    return sendDocument(request, reply);
  });

  function sendDocument(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { name } = request.requestHost;
    const program = programForHost(services.programs, name);
    const document = program && documents.get(program.domainKey);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (!document)
      return reply
        .code(404)
        .send(domainErrorDocument(areaTexts.domain.title, errorText('domain', 404, name)));
    const encoding = encodingFor(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .code(200)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', document.contentSecurityPolicy)
      .send(document.bodies[encoding]);
  }
}
