/**
 * Exports the heads of the audit trails by itself, once a day over all nodes, to a folder or by https, where they may be
 * kept so that nobody can write over them (D32).
 */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { readNow } from '../db/clock.ts';
import { keptHeads } from '../db/queries/audit-events.ts';
import { claimHeadsExport, giveBackHeadsExport, noteHeadsExport } from '../db/queries/encryption.ts';
import { exportHeads } from '../evidence/audit-heads.ts';
import { createFileOnce } from '../files/durable-file.ts';
import type { Services } from '../services.ts';

/** Milliseconds between two exports, between a failed one and the next, and between looks whether one is due. */
const everyMillis = 24 * 60 * 60_000;
const retryMillis = 10 * 60_000;
const lookMillis = 60_000;

/** Longest time, in milliseconds, that the place may take for all of it. */
const sendMillis = 5 * 60_000;

type Needed = Pick<Services, 'settings' | 'database' | 'hashKey'>;

/** Exports the heads now where that is due; returns whether it was. Throws where they cannot be put there. */
export async function exportHeadsIfDue({ settings, database, hashKey }: Needed): Promise<boolean> {
  const { auditHeadsSink: sink } = settings;
  if (sink === undefined) return false;
  const now = await readNow(database);
  if (!(await claimHeadsExport(database.db, now, new Date(now.getTime() - everyMillis)))) return false;
  try {
    const name = `audit-heads-${now.toISOString().replace(/[:.]/g, '-')}.jsonl`;
    await put(sink, name, exportHeads(keptHeads(database.db), hashKey, { at: now }));
    await noteHeadsExport(database.db, now);
  } catch (error) {
    await giveBackHeadsExport(database.db, new Date(now.getTime() - everyMillis + retryMillis));
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
  if (!response.ok) throw new Error(`The place for audit heads answered ${response.status}.`);
}

/** How an export ended. */
export const exportOutcomes = ['exported', 'failed'] as const;
export type ExportOutcome = (typeof exportOutcomes)[number];

/** Looks every minute until it is stopped; what fails is logged and tried again. `observe` is for the metrics. */
export function startHeadsExport(
  services: Needed,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  observe: (outcome: ExportOutcome) => void,
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const look = () => {
    running = running.then(async () => {
      try {
        if (!(await exportHeadsIfDue(services))) return;
        log.info('the heads of the audit trails were exported');
        observe('exported');
      } catch (error) {
        log.error(error, 'the heads of the audit trails could not be exported');
        observe('failed');
      }
    });
  };
  const timer = setInterval(look, lookMillis);
  timer.unref();
  if (services.settings.auditHeadsSink !== undefined) look();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
