/**
 * The hosts of a database: one, or the nodes of a cluster of which one accepts writes (docs/decisions/failover.md). The driver
 * supports only one host per URL, so this module finds the writable one. The cluster elects it, not this program.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import { hostAddresses } from '../net/service-addresses.ts';
import type { Queries } from './transactions.ts';

/** A connection reached a standby. Has the SQLSTATE of a write to a standby. */
export class ReadOnlyHost extends Error {
  override readonly name = 'ReadOnlyHost';
  readonly code = readOnlyState;
}

/** read_only_sql_transaction */
export const readOnlyState = '25006';

/** Idle time before the kernel probes a peer, in milliseconds. With the default, a migration could wait for two hours. */
const silenceMillis = 10_000;

const writable = "not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)";

/** Each promotion begins a new timeline. Its number is the first eight hexadecimal digits of a WAL file's name. */
const timelineQuery = `select case when ${writable} then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** Returns whether the database accepts writes. Rejects if the query fails. */
export async function takesWrites(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`select ${sql.raw(writable)} as writable`.execute(db);
  return rows[0]?.writable === true;
}

/** Finds the host that accepts writes, for all connections of this process. */
export type Hosts = ReturnType<typeof hostsOf>;

/** Returns the hosts of a database URL. Throws TypeError if the URL is malformed. */
export function hostsOf(url: string, timeBudgetMillis: number) {
  const addresses = hostAddresses(url);
  if (addresses === undefined) throw new TypeError('The database URL is malformed');
  const budgetOfEach = Math.floor(timeBudgetMillis / addresses.length);
  const isChecked = addresses.length > 1 || url.includes('target_session_attrs=');
  const listeners: ((error: Error) => void)[] = [];
  let at = 0;
  /** The newest timeline found on any host, 0 before the first check. */
  let newest = 0;
  /** Tells all listeners that the host accepts no writes anymore. Call it when a statement fails for that reason. */
  const noteReadOnly = () => {
    const error = new ReadOnlyHost('The database host accepts no writes anymore');
    for (const listener of listeners) listener(error);
  };

  return {
    /** Returns how to connect to the last host that accepted writes, or to the next one to try. */
    current: () => ({
      connectionString: addresses[at],
      connectionTimeoutMillis: budgetOfEach,
      keepAlive: true,
      keepAliveInitialDelayMillis: silenceMillis,
    }),
    /** Connects to each host in turn until one accepts writes. Rejects with the last host's error, within the time budget. */
    reach: async <Connection>(connect: () => Promise<Connection>): Promise<Connection> => {
      for (let tried = 1; ; tried += 1) {
        const from = at;
        try {
          return await connect();
        } catch (error) {
          if (tried >= addresses.length || isBusyPool(error)) throw error;
          // Of many calls that fail at once, only the first moves to the next host.
          if (at === from) at = (at + 1) % addresses.length;
        }
      }
    },
    /**
     * Rejects if the newly connected host must not be used. It accepts no writes, or it wrongly believes that it is the primary
     * because it hung while another host was promoted. Connecting and this check share one host's part of the time budget.
     * @param begunMillis when connecting began, by `performance.now()`
     */
    check: async (client: pg.ClientBase, begunMillis: number): Promise<void> => {
      if (!isChecked) return;
      const left = Math.max(1, Math.ceil(budgetOfEach - (performance.now() - begunMillis)));
      const query = { text: timelineQuery, query_timeout: left };
      const { rows } = await client.query<{ timeline: string | null }>(query);
      const timeline = Number.parseInt(rows[0]?.timeline ?? '0', 16);
      if (timeline < Math.max(newest, 1)) throw new ReadOnlyHost('The database host accepts no writes');
      if (newest > 0 && timeline > newest) noteReadOnly();
      newest = timeline;
    },
    /** Registers a listener for `noteReadOnly`. */
    onReadOnly: (listener: (error: Error) => void) => void listeners.push(listener),
    noteReadOnly,
  };
}

/** Returns whether all connections of the driver's pool are in use, which doesn't mean that a host failed. */
function isBusyPool(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
