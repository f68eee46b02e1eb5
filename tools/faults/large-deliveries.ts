/**
 * S6: ten people upload at the same time, which is more than a node accepts at once. Each person uploads five documents of the
 * maximum size, one after another. Then all ten applications are delivered at the same time. Uploads and deliveries must take
 * little memory.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { documentsPerApplication, largestDocument } from '../../form/limits/document-limits.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { countOnly, type Figure, mustBeZero } from '../../tests/support/figures.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { installProvider } from '../../tests/support/https-provider.ts';
import { storeNames } from '../../tests/support/installation.ts';
import { expected, prepare, submit, upload } from '../../tests/support/sample-application.ts';
import { newCertificate, type TestCertificate } from '../../tests/support/test-certificate.ts';
import { watchMemory } from '../../tests/support/watched-memory.ts';
import type { Fault } from './fault.ts';

const applications = 10;

/** Maximum milliseconds to wait for all deliveries. */
const arrivalMillis = 180_000;

const mostMegabytes = 768;

export const largeDeliveries: Fault = {
  name: 'S6',
  about: 'ten applications of 50 MB each, uploaded and delivered at the same time: the server’s peak memory',
  stores: storeNames,
  run: async (installation) => {
    const { server } = installation;
    const certificate = newCertificate();
    const receiver = await openMeasuringReceiver(certificate);
    try {
      const provider = await installProvider(installation, receiver.url, certificate);
      receiver.expectSecret(provider.secretTexts[0] ?? '');
      await server.start();
      const picture = await largestPicture();
      const prepared: { readonly client: ApiClient; readonly id: string }[] = [];
      for (let at = 0; at < applications; at += 1) {
        const client = httpClient(server.origin);
        prepared.push({ client, ...(await prepare(client)) });
      }
      const stopWatchingUploads = await watchMemory(server);
      const refused = await Promise.all(prepared.map((each) => sendAll(each, picture)));
      const uploads = await stopWatchingUploads();
      // Restarts the server, so that memory used by the uploads does not count toward the deliveries.
      await server.stop();
      await server.start();
      const stopWatching = await watchMemory(server);
      const from = performance.now();
      await Promise.all(prepared.map(async ({ client, id }) => expected(200, await submit(client, id))));
      while (receiver.whole().length < applications && performance.now() - from < arrivalMillis)
        await pause(100);
      const millis = performance.now() - from;
      const { most, atFirst } = await stopWatching();
      const sizes = receiver.whole();
      return [
        mustBeZero('deliveries that did not arrive complete and signed', applications - sizes.length),
        countOnly(
          'size of each delivery in MB',
          Math.round(Math.min(...sizes, Number.MAX_SAFE_INTEGER) / 1_048_576),
        ),
        countOnly(
          'uploads that had to be repeated',
          refused.reduce((sum, count) => sum + count, 0),
        ),
        memory('peak memory during the uploads', uploads.most),
        countOnly('memory before the deliveries in MB', Math.round(atFirst)),
        memory('peak memory during the deliveries', most),
        countOnly('seconds until all deliveries had arrived', Math.round(millis / 1000)),
      ];
    } finally {
      await receiver.close();
    }
  },
};

/** Number of a person's refused or timed-out uploads after which the test fails. */
const mostRefused = 200;

function memory(what: string, megabytes: number): Figure {
  const [value, demand] = [`${megabytes.toFixed(0)} MB`, `< ${mostMegabytes} MB`];
  return { what, value, demand, met: megabytes < mostMegabytes };
}

/**
 * Uploads the documents of an application one after another, and repeats each upload that the node refuses or that times out.
 * Returns the number of repeated uploads.
 */
async function sendAll(
  { client, id }: { readonly client: ApiClient; readonly id: string },
  picture: { readonly name: string; readonly type: string; readonly bytes: Buffer },
): Promise<number> {
  let refused = 0;
  for (let sent = 0; sent < documentsPerApplication; ) {
    const form = upload({ applicationId: id, documentType: 'proof_of_entity' }, picture);
    // Also repeats an upload that timed out, although the server may have stored its document. In that case, the application
    // reaches its limit of documents early, and the server refuses the last upload with 409.
    const reply = await client.send('POST', '/document', { form }).catch(() => undefined);
    if (reply?.status === 201) sent += 1;
    else if (reply?.status === 409) return refused;
    else {
      refused += 1;
      if (refused > mostRefused) throw new Error(`A document was refused ${refused} times.`);
      if (reply) expected(503, reply);
      await pause(Number(reply?.headers['retry-after'] ?? 1) * 1000);
    }
  }
  return refused;
}

/** Returns an image of random noise, which cannot be compressed. Its size is just below the limit for a document. */
async function largestPicture() {
  const width = 1_860;
  const raw = { width, height: width, channels: 3 } as const;
  const bytes = await sharp(randomBytes(width * width * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  if (bytes.length > largestDocument) throw new Error('The image is too large.');
  return { name: 'noise.png', type: 'image/png', bytes };
}

/** Starts a provider's server that stores no deliveries. It only checks the signature and counts the bytes. */
async function openMeasuringReceiver(certificate: TestCertificate) {
  const sizes = new Map<string, number>();
  let secret = Buffer.alloc(0);
  const server = createServer({ ...certificate }, async (request, response) => {
    const id = String(request.headers['webhook-id']);
    const mac = createHmac('sha256', secret).update(`${id}.${request.headers['webhook-timestamp']}.`);
    let size = 0;
    try {
      for await (const piece of request) {
        mac.update(piece as Buffer);
        size += (piece as Buffer).length;
      }
    } catch {
      return;
    }
    const isOurs = request.headers['webhook-signature'] === `v1,${mac.digest('base64')}`;
    if (isOurs) sizes.set(id, size);
    response.writeHead(isOurs ? 204 : 401).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/applications`,
    expectSecret: (text: string) => {
      secret = Buffer.from(text.replace('whsec_', ''), 'base64');
    },
    /** Returns the sizes of all complete deliveries. */
    whole: () => [...sizes.values()],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
