/**
 * Exports the heads of all audit trails, to be kept where nobody who can write to the database can change them. They
 * reveal even a trail that was rewritten completely, together with its head in the application's row (D32). A file of the
 * same form has the heads that a verification ended at: its first line says `verified`, and a head that it was given and did not
 * find says `broken`.
 *
 * The file is JSON lines: a first line that says what it is, one per application sorted by id, with `erased` where it is a
 * draft whose trail may be deleted one day (D38), and a last line with the
 * count, the SHA-256 of all lines before, line ends included, and the installation's Ed25519 signature over that line
 * without it. Version 1, until 2026-11-23, had no signature.
 */
import { createHash } from 'node:crypto';
import { isId } from '../db/queries/applications.ts';
import type { KeptHead } from '../db/queries/audit-events.ts';
import type { DataKey } from '../security/sealing.ts';
import { isSigned, signHeads } from './heads-signature.ts';

const format = 'audit-heads';

/** Bytes that are gathered before they are written. */
const pieceSize = 64 * 1024;

/** Most bytes of a line; real ones have some 150. */
const longestLine = 1024;

/** The last line of the file. */
export interface HeadsSummary {
  readonly count: number;
  /** Of all lines but the last, hexadecimal. */
  readonly sha256: string;
}

const version = 2;

/** What is wrong with a file of heads, in a sentence for the operator. */
export class HeadsProblem extends Error {
  override readonly name = 'HeadsProblem';
}

export interface ExportOptions {
  /** When it began, by the database's clock. */
  readonly at: Date;
  /** Whether these are the heads of trails that were verified up to there. */
  readonly verified?: boolean;
}

/** Writes heads, sorted by id, in pieces. The server may go on writing: each head vouches for the trail up to it. */
export async function* exportHeads(
  heads: AsyncIterable<KeptHead>,
  hashKey: DataKey,
  { at, verified }: ExportOptions,
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
  const closing = { count, sha256 };
  yield Buffer.from(`${piece}${lineOf({ ...closing, signature: signHeads(hashKey, lineOf(closing)) })}`);
  return { count, sha256 };
}

function lineOf(content: object): string {
  return `${JSON.stringify(content)}\n`;
}

/**
 * Reads what `exportHeads` has written, head by head. Throws HeadsProblem where it is another file, incomplete, or not
 * signed by this installation; the latter two show only at its end, and then what was read before must not be used.
 * @param options `unsigned`: a file of version 1 is taken too; `verified`: only one of heads that were verified is
 */
export async function* readHeads(
  content: AsyncIterable<Uint8Array>,
  hashKey: DataKey,
  options: { readonly unsigned?: boolean; readonly verified?: boolean } = {},
): AsyncGenerator<KeptHead> {
  const hash = createHash('sha256');
  const lines = linesOf(content);
  const { value: beginning = '' } = await lines.next();
  const isSignedFile = checkBeginning(beginning) === version;
  if (options.verified && parsed(beginning)['verified'] !== true)
    throw new HeadsProblem('The file holds heads that were exported, not such that were verified.');
  if (!isSignedFile && !options.unsigned)
    throw new HeadsProblem('The file of heads has no signature. If you know it to be true, add --unsigned.');
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
    throw new HeadsProblem('The file of heads is not whole: its last line does not fit the others.');
  const { signature, ...said } = closing;
  if (isSignedFile && !isSigned(hashKey, lineOf(said), signature))
    throw new HeadsProblem('The file of heads was not signed by this installation, or was altered.');
}

/** Splits a stream into lines, each with its line end. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of content) {
    const lines = `${rest}${Buffer.from(piece).toString('latin1')}`.split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    yield* lines;
    if (rest.length > longestLine) throw new HeadsProblem('The file holds no heads of audit trails.');
  }
  if (rest !== '') yield rest;
  return undefined;
}

/** The version of the file. */
function checkBeginning(line: string): number {
  const { format: found, version: given } = parsed(line);
  if (found === format && (given === 1 || given === version)) return given;
  throw new HeadsProblem('The file holds no heads of audit trails.');
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
    throw new HeadsProblem('The file of heads holds a line that is no head.');
  const [isErased, isBroken] = [erased === true, broken === true];
  const marks = { ...(isErased && { isErased }), ...(isBroken && { isBroken }) };
  return { applicationId, sequence, hash: Buffer.from(hash, 'hex'), ...marks };
}
