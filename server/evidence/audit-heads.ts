/**
 * The heads of all audit trails, to be kept where whoever owns the database cannot write: with them even a trail that
 * was rewritten from end to end, its head in the application's row included, is found (D32).
 *
 * JSON lines: one that says what it is, one per application sorted by id, and one that closes it with the count and
 * the SHA-256 of all lines before, line ends included.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isId } from '../store/applications.ts';
import type { AuditHead } from '../store/audit-events.ts';
import { keptHeads } from '../store/audit-trail.ts';
import type { Tables } from '../store/tables.ts';

const format = 'audit-heads';

/** What the file says of itself at its end. */
export interface ExportedHeads {
  readonly bytes: Buffer;
  readonly count: number;
  /** Of all lines but the last, hexadecimal. */
  readonly sha256: string;
}

/** Exports the head of every application. The server may go on writing: each head holds for the trail up to it. */
export async function exportHeads(db: Kysely<Tables>, now: Date): Promise<ExportedHeads> {
  const hash = createHash('sha256');
  const lines: Buffer[] = [];
  const add = (content: object) => {
    const line = Buffer.from(`${JSON.stringify(content)}\n`);
    hash.update(line);
    lines.push(line);
  };
  add({ format, version: 1, createDateTime: now.toISOString() });
  for await (const { applicationId, sequence, hash: head } of keptHeads(db))
    add({ applicationId, sequence, hash: head.toString('hex') });
  const count = lines.length - 1;
  const sha256 = hash.digest('hex');
  lines.push(Buffer.from(`${JSON.stringify({ count, sha256 })}\n`));
  return { bytes: Buffer.concat(lines), count, sha256 };
}

/** Reads what `exportHeads` has written. Throws with a sentence for the operator where it is not that, or not whole. */
export function readHeads(bytes: Buffer): ReadonlyMap<string, AuditHead> {
  const lines = bytes.toString('utf8').split('\n');
  const [first = '', ...rest] = lines.slice(0, -2);
  const { format: found, version } = parsed(first);
  if (found !== format || version !== 1) throw new Error('The file holds no heads of audit trails.');
  const closed = bytes.subarray(0, bytes.lastIndexOf(0x0a, bytes.length - 2) + 1);
  const { count, sha256 } = parsed(lines.at(-2) ?? '');
  if (lines.at(-1) !== '' || count !== rest.length || sha256 !== sha256Of(closed))
    throw new Error('The file of heads is not whole: its last line does not fit the others.');
  return new Map(rest.map(headOf));
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function headOf(line: string): [applicationId: string, head: AuditHead] {
  const { applicationId, sequence, hash } = parsed(line);
  if (typeof applicationId !== 'string' || !isId(applicationId) || !Number.isInteger(sequence))
    throw new Error('The file of heads holds a line that is no head.');
  return [applicationId, { sequence: Number(sequence), hash: Buffer.from(String(hash), 'hex') }];
}
