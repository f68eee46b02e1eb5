/** A provider's HTTPS server on the loopback interface, for tests and fault scripts. It records the requests that it receives. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestCertificate } from './test-certificate.ts';

/** A request that arrived completely, whether or not it was accepted. */
export interface ReceivedDelivery {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedDelivery[];
  /** Returns the number of connections so far. */
  readonly connections: () => number;
}

/** Responds to a request that arrived completely. */
export type Behavior = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server that closes when the test ends. */
export async function startTestReceiver(
  certificate: TestCertificate,
  behave?: Behavior,
  at?: { readonly host?: string; readonly port?: number },
): Promise<TestReceiver> {
  const receiver = await openReceiver(certificate, behave, at);
  onTestFinished(receiver.close);
  return receiver;
}

/** Starts a server that the caller must close. */
export async function openReceiver(
  certificate: TestCertificate,
  behave: Behavior = (response) => response.writeHead(204).end(),
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<TestReceiver & { readonly close: () => Promise<void> }> {
  const received: ReceivedDelivery[] = [];
  let connections = 0;
  const server = createServer({ ...certificate }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') });
    behave(response, request);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${taken}/applications`,
    port: taken,
    received,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
