/**
 * Makes calls over one persistent connection with as little CPU time as possible, because the caller's work would slow down the
 * measured server on a machine with two cores.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ApiClient } from '../../tests/support/api-client.ts';

/** Makes a call in the client's session and resolves to the status. */
export type RawCall = (method: string, path: string, json: unknown) => Promise<number>;

const head = /^HTTP\/1\.1 (\d{3}) .*?\r\ncontent-length: (\d+)\r\n.*?\r\n\r\n/is;

/**
 * Opens a connection for calls in the client's session. The connection stays open until the server closes it. Do not make calls
 * with `client` itself while the connection is in use.
 */
export async function rawCalls(client: ApiClient): Promise<RawCall> {
  const [host = '', port = '80'] = client.host.split(':');
  const socket = connect(Number(port), host);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  // Ignores errors of an idle connection, which the server may reset. If the connection ends during a call, the call rejects.
  socket.on('error', () => {});
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return (method, path, json) => {
    const body = JSON.stringify(json);
    const answered = responseOf(socket);
    socket.write(
      `${method} /api/v1${path} HTTP/1.1\r\nhost: ${client.host}\r\ncookie: ${cookie}\r\n` +
        `x-web-session-id: ${client.webSessionId}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return answered;
  };
}

/** Resolves to the status of the next response once the response has arrived completely. */
function responseOf(socket: Socket): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let got = '';
  const take = (piece: Buffer) => {
    got += piece.toString('latin1');
    const [whole = '', status, length] = head.exec(got) ?? [];
    if (status === undefined || got.length < whole.length + Number(length)) return;
    socket.off('data', take).off('close', fail);
    resolve(Number(status));
  };
  const fail = () => reject(new Error('The connection was closed before the response.'));
  socket.on('data', take).on('close', fail);
  return promise;
}
