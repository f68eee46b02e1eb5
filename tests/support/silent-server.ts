/** Starts a TCP server on a free port of this machine. Until the test ends, the server accepts connections but sends nothing. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export async function startSilentServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}
