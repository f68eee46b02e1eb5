/** Asks a ClamAV daemon whether a file carries a virus, by its INSTREAM command (clamd(8)). */
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';

/** Where clamd listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * What clamd says of one file. Only `clean` lets a file in (X12): whatever else happens, an unreachable daemon and an
 * answer that is not understood included, is `unavailable`. `signature` is the scanner's name for what it found.
 */
export type VirusVerdict =
  | { readonly verdict: 'clean' }
  | { readonly verdict: 'infected'; readonly signature: string }
  | { readonly verdict: 'unavailable'; readonly cause: string };

/** clamd reads a chunk into memory whole. */
const CHUNK_BYTES = 65_536;
/** clamd's answer is one short line; a longer one is not clamd. */
const MAX_ANSWER_BYTES = 4_096;

/**
 * Reads CLAMD_URL: `tcp://host:port` or `unix:///path/of/the/socket`. Returns nothing when it is neither, so that the
 * settings can say so at start.
 */
export function parseClamdUrl(text: string): ClamdAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.length > 1) return { path: url.pathname };
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined;
  // In brackets an IPv6 address is part of a URL, not of a socket.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) };
}

/**
 * Sends the bytes to clamd over a connection of their own. Never rejects. Give it the bytes as they were uploaded,
 * before anything else opens them. `timeLimit`: milliseconds for the whole exchange.
 */
export function scanForViruses(
  bytes: Uint8Array,
  address: ClamdAddress,
  timeLimit = 30_000,
): Promise<VirusVerdict> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let answer = '';
    const settle = (verdict: VirusVerdict): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(verdict);
    };
    const timer = setTimeout(() => settle(unavailable('no answer in time')), timeLimit);

    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
      if (answer.includes('\0') || answer.length > MAX_ANSWER_BYTES) settle(readAnswer(answer));
    });
    // An error may come of clamd hanging up in the middle of a large file, its answer already sent.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      settle(answer === '' ? unavailable(error.code ?? 'connection failed') : readAnswer(answer));
    });
    socket.on('end', () => settle(readAnswer(answer)));

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

/** `stream: OK` or `stream: {signature} FOUND`, ended by NUL; everything else is some error. */
function readAnswer(answer: string): VirusVerdict {
  if (answer === 'stream: OK\0') return { verdict: 'clean' };
  const found = /^stream: ([^\0]+) FOUND\0$/.exec(answer);
  if (found?.[1]) return { verdict: 'infected', signature: found[1] };
  return unavailable('the answer was not understood');
}

function unavailable(cause: string): VirusVerdict {
  return { verdict: 'unavailable', cause };
}
