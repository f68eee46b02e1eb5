/**
 * Writes and reads the heads of all audit trails as JSON lines. The file reveals even a completely rewritten trail (D32), if it
 * is stored where no one with write access to the database can change it. The first line states the format. The last line has the
 * number of heads, the SHA-256 of all lines above, and, since 2026-11-23 (version 2), an Ed25519 signature of both. `erased`
 * marks drafts whose trails may be deleted later (D38). `broken` marks trails in which a verification found a fault.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isId } from '../db/queries/applications.ts';
import type { KeptHead } from '../db/queries/audit-events.ts';
import { type DataKey, derivedKey } from '../security/sealing.ts';

const format = 'audit-heads';
const version = 2;

/** The number of characters that are collected before they are written. */
const pieceSize = 64 * 1024;

/** Maximum length of a line in bytes. A valid line has about 150 bytes. */
const longestLine = 1024;

/** The last line of the file, without the signature. */
export interface HeadsSummary {
  readonly count: number;
  /** The SHA-256 of all lines but the last, in hexadecimal. */
  readonly sha256: string;
}

/** Thrown if a file of heads cannot be used. The message is a sentence for the operator. */
export class HeadsProblem extends Error {
  override readonly name = 'HeadsProblem';
}

/**
 * Yields a file of heads in pieces, and returns its summary. The heads must be sorted by id. Set `verified` if each trail was
 * verified up to its head.
 */
export async function* exportHeads(
  heads: AsyncIterable<KeptHead>,
  hashKey: DataKey,
  { at, verified }: { readonly at: Date; readonly verified?: boolean },
): AsyncGenerator<Buffer, HeadsSummary> {
  const hash = createHash('sha256');
  let count = 0;
  let piece = lineOf({ format, version, createDateTime: at.toISOString(), ...(verified && { verified }) });
  for await (const { applicationId, sequence, hash: head, isErased: erased, isBroken: broken } of heads) {
    count += 1;
    const marks = { ...(erased && { erased }), ...(broken && { broken }) };
    piece += lineOf({ applicationId, sequence, hash: head.toString('hex'), ...marks });
    if (piece.length < pieceSize) continue;
    hash.update(piece);
    yield Buffer.from(piece);
    piece = '';
  }
  const sha256 = hash.update(piece).digest('hex');
  const summary = { count, sha256 };
  yield Buffer.from(`${piece}${lineOf({ ...summary, signature: signHeads(hashKey, lineOf(summary)) })}`);
  return summary;
}

function lineOf(content: object): string {
  return `${JSON.stringify(content)}\n`;
}

/**
 * Yields the heads in a file. Throws HeadsProblem if the file does not contain heads. Throws it only at the end if the file is
 * incomplete or was not signed by this installation, so don't use any head before the end. `unsigned` allows files of version 1,
 * too. `verified` allows only files of verified heads.
 */
export async function* readHeads(
  content: AsyncIterable<Uint8Array>,
  hashKey: DataKey,
  options: { readonly unsigned?: boolean; readonly verified?: boolean } = {},
): AsyncGenerator<KeptHead> {
  const hash = createHash('sha256');
  const lines = linesOf(content);
  const { value: beginning = '' } = await lines.next();
  const first = parsed(beginning);
  const isSignedFile = first['version'] === version;
  if (first['format'] !== format || !(isSignedFile || first['version'] === 1)) throw notHeads();
  if (options.verified && first['verified'] !== true)
    throw new HeadsProblem('The file contains exported heads, not verified ones.');
  if (!isSignedFile && !options.unsigned)
    throw new HeadsProblem('The file of heads has no signature. If you trust it anyway, add --unsigned.');
  hash.update(beginning);
  let count = 0;
  let before = '';
  let line: string | undefined;
  for await (const next of lines) {
    if (line !== undefined) {
      hash.update(line);
      count += 1;
      const head = headOf(line);
      if (head.applicationId <= before) throw new HeadsProblem('The file of heads is not sorted by id.');
      before = head.applicationId;
      yield head;
    }
    line = next;
  }
  const closing = parsed(line ?? '');
  if (!line?.endsWith('\n') || closing['count'] !== count || closing['sha256'] !== hash.digest('hex'))
    throw new HeadsProblem('The file of heads is incomplete: its last line does not match the others.');
  const { signature, ...signedContent } = closing;
  if (isSignedFile && !isSigned(hashKey, lineOf(signedContent), signature))
    throw new HeadsProblem('The file of heads was not signed by this installation, or was altered.');
}

/** Splits a stream into lines, each with its line end. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of content) {
    const lines = `${rest}${Buffer.from(piece).toString('latin1')}`.split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    yield* lines;
    if (rest.length > longestLine) throw notHeads();
  }
  if (rest !== '') yield rest;
  return undefined;
}

function notHeads(): HeadsProblem {
  return new HeadsProblem('The file contains no heads of audit trails.');
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function headOf(line: string): KeptHead {
  const { applicationId, sequence, hash, erased, broken } = parsed(line);
  if (
    typeof applicationId !== 'string' ||
    !isId(applicationId) ||
    typeof sequence !== 'number' ||
    !Number.isSafeInteger(sequence) ||
    typeof hash !== 'string' ||
    !/^[0-9a-f]{64}$/.test(hash)
  )
    throw new HeadsProblem('The file of heads contains a line that is not a head.');
  return {
    applicationId,
    sequence,
    hash: Buffer.from(hash, 'hex'),
    ...(erased === true && { isErased: true }),
    ...(broken === true && { isBroken: true }),
  };
}

/** The PKCS #8 encoding of an Ed25519 key up to its 32 key bytes, which come last (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns this installation's Ed25519 key (RFC 8032) for signing heads. */
function privateKeyOf(hashKey: DataKey): KeyObject {
  const seed = derivedKey(hashKey, 'signature of audit heads').export();
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key that verifies this installation's signatures of heads, in PEM. */
export function headsPublicKey(hashKey: DataKey): string {
  return createPublicKey(privateKeyOf(hashKey)).export({ format: 'pem', type: 'spki' }).toString();
}

/** Returns the signature of a text, in base64. */
export function signHeads(hashKey: DataKey, text: string): string {
  return sign(null, Buffer.from(text), privateKeyOf(hashKey)).toString('base64');
}

/** Returns whether this installation made the signature of a text. */
export function isSigned(hashKey: DataKey, text: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const publicKey = createPublicKey(privateKeyOf(hashKey));
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
}
