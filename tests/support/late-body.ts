/**
 * Makes calls over a real connection. A call sends its body only after the server has begun to wait for the body, so that a test
 * can act before the body arrives.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Api } from '../../server/http/api-types.ts';
import type { ApiClient } from './api-client.ts';

/**
 * Resolves to the server's next request once the server has begun to read the body. By then the server has done all checks that
 * precede the body.
 */
export async function bodyIsRead(server: Api['server']): Promise<IncomingMessage> {
  const [taken] = (await once(server, 'request')) as [IncomingMessage];
  const reading = Promise.withResolvers<void>();
  taken.on('newListener', (event) => event === 'data' && reading.resolve());
  await reading.promise;
  return taken;
}

/** A call whose body has not been sent yet. `finish` sends the body and resolves to the response. */
export interface LateCall {
  readonly finish: () => Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Starts a call in a client's session. Resolves once the server is waiting for the body. The server must be listening. */
export async function beginCall(
  app: Api,
  client: ApiClient,
  method: string,
  path: string,
  call: { readonly json: unknown; readonly headers?: Readonly<Record<string, string>> },
): Promise<LateCall> {
  const { address: host, port } = app.server.address() as AddressInfo;
  const sent = request({
    host,
    port,
    method,
    path: `/api/v1${path}`,
    agent: false,
    headers: {
      host: client.host,
      'x-web-session-id': client.webSessionId,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      ...call.headers,
    },
  });
  const reading = bodyIsRead(app.server);
  sent.flushHeaders();
  await reading;
  return {
    finish: async () => {
      const answered = once(sent, 'response');
      sent.end(JSON.stringify(call.json));
      const [response] = (await answered) as [IncomingMessage];
      return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) };
    },
  };
}
