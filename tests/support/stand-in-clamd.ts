/** A fake virus scanner. It understands clamd's INSTREAM command, and returns the verdict that a test sets (X12). */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';

export interface StandInClamd {
  /** The verdict of every scan from now on. `silent`: closes the connection without a verdict. `slow`: waits for `release`. */
  verdict: 'clean' | 'infected' | 'silent' | 'slow';
  /** Ends the waiting scans with this verdict, which is `clean` by default. All later scans also get this verdict. */
  readonly release: (verdict?: keyof typeof verdicts) => void;
  /** The value for the server's setting `CLAMD_URL`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const verdicts = { clean: 'stream: OK\0', infected: 'stream: Win.Test.EICAR_HDB-1 FOUND\0' } as const;

/** Starts a fake clamd on a free port of this machine. */
export async function startClamd(): Promise<StandInClamd> {
  const waiting: Socket[] = [];
  const server = createServer((socket) => {
    let end = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (part) => {
      end = Buffer.concat([end, Buffer.from(part)]).subarray(-4);
      // A chunk of length 0 ends the stream.
      if (end.readUInt32BE() !== 0) return;
      if (clamd.verdict === 'slow') waiting.push(socket);
      else if (clamd.verdict === 'silent') socket.destroy();
      else socket.end(verdicts[clamd.verdict]);
    });
  });
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const clamd: StandInClamd = {
    verdict: 'clean',
    release: (verdict = 'clean') => {
      clamd.verdict = verdict;
      for (const socket of waiting.splice(0)) socket.end(verdicts[verdict]);
    },
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return clamd;
}
