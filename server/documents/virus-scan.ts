/** Scans a file for viruses with the INSTREAM command of a ClamAV daemon (clamd(8)). */
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import type { ClamdAddress } from '../net/service-addresses.ts';

/** The result of a scan: `unavailable` if the daemon fails in any way. Only `clean` files are accepted (X12). */
type VirusVerdict = 'clean' | 'infected' | 'unavailable';

/** Number of bytes in a chunk sent to clamd. It is small because clamd reads whole chunks into memory. */
const CHUNK_BYTES = 65_536;
/** Maximum length of clamd's reply in bytes. The server stops reading a longer reply. A valid reply is one short line. */
const MAX_REPLY_BYTES = 4_096;

/** Sends the bytes of an upload to clamd over a new connection. Never rejects. `timeLimit` is in milliseconds. */
export function scanForViruses(
  bytes: Uint8Array,
  address: ClamdAddress,
  timeLimit = 30_000,
): Promise<VirusVerdict> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let reply = '';
    const settle = (verdict: VirusVerdict): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(verdict);
    };
    const timer = setTimeout(() => settle('unavailable'), timeLimit);

    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      reply += part;
      if (reply.includes('\0') || reply.length > MAX_REPLY_BYTES) settle(readReply(reply));
    });
    // An error may just mean that clamd replied and closed the connection before reading all of a large file.
    socket.on('error', () => settle(readReply(reply)));
    socket.on('end', () => settle(readReply(reply)));

    socket.write('zINSTREAM\0');
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) writeChunk(bytes.subarray(at, at + CHUNK_BYTES));
    writeChunk(new Uint8Array(0));

    function writeChunk(chunk: Uint8Array): void {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      if (chunk.length > 0) socket.write(chunk);
    }
  });
}

function readReply(reply: string): VirusVerdict {
  if (reply === 'stream: OK\0') return 'clean';
  return /^stream: [^\0]+ FOUND\0$/.test(reply) ? 'infected' : 'unavailable';
}
