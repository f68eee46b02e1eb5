/** Exports the head of each audit trail (its last event's number and hash) once a day, to a folder or over https (D32). */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { readNow } from '../db/clock.ts';
import { keptHeads } from '../db/queries/audit-events.ts';
import { claimHeadsExport, recordHeadsExport, releaseHeadsExport } from '../db/queries/encryption.ts';
import { exportHeads } from '../evidence/audit-heads.ts';
import { createFileOnce } from '../files/durable-file.ts';
import { periodically } from '../processes/periodically.ts';
import type { Services } from '../services.ts';

const everyMillis = 24 * 60 * 60_000;
const retryMillis = 10 * 60_000;
/** Milliseconds between checks of whether an export is due. */
const checkMillis = 60_000;

/** Timeout of a whole upload, in milliseconds. */
const sendMillis = 5 * 60_000;

type Needed = Pick<Services, 'settings' | 'database' | 'hashKey'>;

/** Exports the heads if an export is due, and returns whether one was due. Throws if the heads can't be written. */
export async function exportHeadsIfDue({ settings, database, hashKey }: Needed): Promise<boolean> {
  const { auditHeadsSink: sink } = settings;
  if (sink === undefined) return false;
  const now = await readNow(database);
  if (!(await claimHeadsExport(database.db, now, new Date(now.getTime() - everyMillis)))) return false;
  try {
    const name = `audit-heads-${now.toISOString().replace(/[:.]/g, '-')}.jsonl`;
    await put(sink, name, exportHeads(keptHeads(database.db), hashKey, { at: now }));
    await recordHeadsExport(database.db, now);
  } catch (error) {
    await releaseHeadsExport(database.db, new Date(now.getTime() - everyMillis + retryMillis));
    throw error;
  }
  return true;
}

async function put(sink: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  if (!sink.startsWith('https://')) {
    await createFileOnce(join(sink, name), content);
    return;
  }
  const url = new URL(sink);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const response = await fetch(url, {
    method: 'PUT',
    headers: {
      'content-type': 'application/jsonl',
      'if-none-match': '*',
      ...(username && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    body: Readable.toWeb(Readable.from(content)) as ReadableStream,
    duplex: 'half',
    redirect: 'error',
    signal: AbortSignal.timeout(sendMillis),
  } as RequestInit);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The server for audit heads responded with ${response.status}.`);
}

/** The possible outcomes of an export. */
export const exportOutcomes = ['exported', 'failed'] as const;

/** Exports the heads whenever an export is due, until stopped. Logs and retries failures. `observe` counts the outcomes. */
export function startHeadsExport(
  services: Needed,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  observe: (outcome: (typeof exportOutcomes)[number]) => void,
): ReturnType<typeof periodically> {
  return periodically(
    checkMillis,
    async () => {
      try {
        if (!(await exportHeadsIfDue(services))) return;
        log.info('exported the heads of the audit trails');
        observe('exported');
      } catch (error) {
        log.error(error, 'could not export the heads of the audit trails');
        observe('failed');
      }
    },
    { atOnce: true },
  );
}
