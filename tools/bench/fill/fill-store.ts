/**
 * Fills a store with submitted applications, so that benchmarks can measure a store with a million of them. The product can list,
 * decrypt and verify them in the same way as real applications. Works only on a private PostgreSQL on this machine.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { sessionsKeptMillis } from '../../../server/jobs/sweep-rows.ts';
import { filledBy } from './copy-application.ts';
import { makeTemplates, type Template } from './templates.ts';

export interface FillOptions {
  /** URL of a database on which a server has been started before. The role in the URL must be a superuser. */
  readonly databaseUrl: string;
  /** The server's data folder, which contains its keys. */
  readonly dataDir: string;
  readonly applications: number;
  readonly threads: number;
  /** The creation times are spread over this many months of 30 days before now. */
  readonly months: number;
  /** Time at which to stop even if fewer than `applications` have been created, in the milliseconds of `Date.now()`. */
  readonly stopAt?: number;
  readonly tell: (made: number) => void;
}

/** The work of one thread: the applications whose numbers are at least `from` and less than `until`. */
export interface FillPart extends Pick<FillOptions, 'databaseUrl' | 'dataDir' | 'applications'> {
  readonly templates: readonly Template[];
  readonly from: number;
  readonly until: number;
  /** Beginning of the period over which all creation times are spread, in the milliseconds of `Date.now()`. */
  readonly begin: number;
  /** End of the period over which all creation times are spread, in the milliseconds of `Date.now()`. */
  readonly end: number;
  readonly stopAt: number;
}

/** Thrown if a store must not be filled. The message says why. */
export class NotToBeFilled extends Error {
  override readonly name = 'NotToBeFilled';
}

/** Throws `NotToBeFilled` if the database is not on this machine. */
export function checkLoopback(databaseUrl: string): void {
  const { hostname, searchParams } = new URL(databaseUrl);
  const hosts = (searchParams.get('host') ?? hostname).split(',');
  const isHere = (host: string) =>
    host.startsWith('/') || ['', 'localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
  if (!hosts.every(isHere)) throw new NotToBeFilled('Only a database of this machine can be filled.');
}

/**
 * Fills the store and returns the number of applications created. Throws `NotToBeFilled` if the store has a real application or
 * has been filled before.
 */
export async function fillStore(options: FillOptions): Promise<number> {
  const {
    databaseUrl,
    dataDir,
    applications,
    threads,
    months,
    stopAt = Number.POSITIVE_INFINITY,
    tell,
  } = options;
  checkLoopback(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await checkEmpty(client);
    const templates = await makeTemplates();
    const end = Date.now() - 60_000;
    const begin = end - months * 30 * 24 * 60 * 60_000;
    const perThread = Math.ceil(applications / threads);
    let made = 0;
    await Promise.all(
      Array.from({ length: threads }, async (_, at) => {
        const [from, until] = [at * perThread, Math.min(applications, (at + 1) * perThread)];
        const part = { databaseUrl, dataDir, applications, templates, from, until, begin, end, stopAt };
        const workerData: FillPart = part;
        const worker = new Worker(new URL('./fill-thread.ts', import.meta.url), { workerData });
        worker.on('message', (count: number) => {
          made += count;
          tell(made);
        });
        const [code] = await once(worker, 'exit');
        if (code !== 0) throw new Error('A thread that creates applications has failed.');
      }),
    );
    // Marks sessions that ended over 30 days ago as checked, because a running server's sweeper would have checked them.
    await client.query(
      'update installation set sessions_swept_date_time = now() - make_interval(secs => $1::float8 / 1000)',
      [sessionsKeptMillis],
    );
    await client.query('vacuum analyze');
    return made;
  } finally {
    await client.end();
  }
}

async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select create_user_id as by from application limit 1');
  if (rows.length === 0) return;
  throw new NotToBeFilled(
    rows[0].by === filledBy ? 'The store has been filled before.' : 'The store holds real applications.',
  );
}
