/**
 * The hosts of a database: one, or the nodes of a cluster of which one takes writes (docs/decisions/failover.md). The driver
 * knows only one host in an address, so the writable one is found here. Who elects it is none of our business.
 */
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { hostAddresses } from '../net/database-addresses.ts';
import type { Tables } from './tables.ts';

/** What a connection to a standby fails with: the SQLSTATE of a write to it. */
export class ReadOnlyHost extends Error {
  override readonly name = 'ReadOnlyHost';
  readonly code = readOnlyState;
}

/** read_only_sql_transaction */
export const readOnlyState = '25006';

/**
 * How long a connection may be silent until the kernel asks whether its host is there, in milliseconds; ten seconds later it is lost.
 * Only what has no deadline of its own, as a migration that waits for another node's, needs it: without this it waits for two hours.
 */
const silenceMillis = 10_000;

const writable = "not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)";
const asksForWrites = `select ${writable} as writable`;

/** Each promotion begins a new timeline, whose number is the first eight hexadecimal digits of a WAL file's name. */
const asksForTimeline = `select case when ${writable} then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** Whether the database takes writes. Rejects when it cannot be asked. */
export async function takesWrites(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql.raw<{ writable: boolean }>(asksForWrites).execute(db);
  return rows[0]?.writable === true;
}

/** A way to the host that takes writes, for everything of this process that connects to the database. */
export interface Hosts {
  /** How to connect to the host that took writes last, or is to be tried next. */
  readonly current: () => pg.ClientConfig;
  /**
   * Connects, at each host in turn until one can be reached and takes writes. Rejects with the error of the last one, within the
   * patience.
   */
  readonly reach: <Connection>(connect: () => Promise<Connection>) => Promise<Connection>;
  /**
   * Rejects where a host that was just connected to must not be used: it takes no writes, or thinks that it does while another one
   * was promoted after it, as one that hung and comes to. Connecting and this have one share of the patience together.
   * @param begunMillis when connecting began, by `performance.now()`
   */
  readonly check: (client: pg.ClientBase, begunMillis: number) => Promise<void>;
  /** To be called where a statement said that its host takes no writes any more. */
  readonly onReadOnly: (listener: (error: Error) => void) => void;
  readonly noteReadOnly: () => void;
}

/** The hosts of an address. Throws where that is malformed. */
export function hostsOf(url: string, timeBudgetMillis: number): Hosts {
  const addresses = hostAddresses(url);
  if (addresses === undefined) throw new TypeError('The address of the database is malformed');
  const budgetOfEach = Math.floor(timeBudgetMillis / addresses.length);
  const isChecked = addresses.length > 1 || url.includes('target_session_attrs=');
  const listeners: ((error: Error) => void)[] = [];
  let at = 0;
  /** The newest timeline that any host was found on; 0 before the first. */
  let newest = 0;
  const noteReadOnly = () => {
    const error = new ReadOnlyHost('The host of the database takes no writes any more');
    for (const listener of listeners) listener(error);
  };

  return {
    current: () => ({
      connectionString: addresses[at],
      connectionTimeoutMillis: budgetOfEach,
      keepAlive: true,
      keepAliveInitialDelayMillis: silenceMillis,
    }),
    reach: async (connect) => {
      for (let tried = 1; ; tried += 1) {
        const from = at;
        try {
          return await connect();
        } catch (error) {
          if (tried >= addresses.length || isBusyPool(error)) throw error;
          // Of many that fail at once, one moves on.
          if (at === from) at = (at + 1) % addresses.length;
        }
      }
    },
    check: async (client, begunMillis) => {
      if (!isChecked) return;
      const left = Math.max(1, Math.ceil(budgetOfEach - (performance.now() - begunMillis)));
      const query = { text: asksForTimeline, query_timeout: left };
      const { rows } = await client.query<{ timeline: string | null }>(query);
      const timeline = Number.parseInt(rows[0]?.timeline ?? '0', 16);
      if (timeline < Math.max(newest, 1)) throw new ReadOnlyHost('The host of the database takes no writes');
      if (newest > 0 && timeline > newest) noteReadOnly();
      newest = timeline;
    },
    onReadOnly: (listener) => void listeners.push(listener),
    noteReadOnly,
  };
}

/** The driver's error where all connections of a pool are in use, which says nothing about a host. */
function isBusyPool(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
