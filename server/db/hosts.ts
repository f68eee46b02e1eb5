/** Finds the host that accepts writes (docs/decisions/failover.md), because the driver supports only one host per URL. */
import { sql } from 'kysely';
import type pg from 'pg';
import { hostAddresses } from '../net/service-addresses.ts';
import type { Queries } from './transactions.ts';

/** Thrown if a connection reaches a host that accepts no writes. `code` is PostgreSQL's SQLSTATE for a write on a standby. */
export class ReadOnlyHost extends Error {
  override readonly name = 'ReadOnlyHost';
  readonly code = readOnlyState;
}

/** PostgreSQL's SQLSTATE for a write in a read-only transaction (read_only_sql_transaction). */
export const readOnlyState = '25006';

/** Idle time in milliseconds until TCP keepalive probes the host. By default, a migration could wait 2 h for a dead host. */
const silenceMillis = 10_000;

const writable = "not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)";

/** Selects PostgreSQL's timeline ID in hexadecimal, or null if the host accepts no writes. Each promotion increments the ID. */
const timelineQuery = `select case when ${writable} then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** Returns whether the database accepts writes. Rejects if the query fails. */
export async function takesWrites(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`select ${sql.raw(writable)} as writable`.execute(db);
  return rows[0]?.writable === true;
}

/** The hosts of a database. All connections of this process use this object to find the host that accepts writes. */
export type Hosts = ReturnType<typeof hostsOf>;

/** Returns the hosts in a database URL. Throws TypeError if the URL is malformed. */
export function hostsOf(url: string, timeBudgetMillis: number) {
  const addresses = hostAddresses(url);
  if (addresses === undefined) throw new TypeError('The database URL is malformed');
  const budgetOfEach = Math.floor(timeBudgetMillis / addresses.length);
  const isChecked = addresses.length > 1 || url.includes('target_session_attrs=');
  const listeners: ((error: Error) => void)[] = [];
  let at = 0;
  /** The newest timeline found on any host. 0 until the first check. */
  let newest = 0;
  /** Notifies all listeners that the current host no longer accepts writes, so they close their connections to it. */
  const noteReadOnly = () => {
    const error = new ReadOnlyHost('The database host accepts no writes anymore');
    for (const listener of listeners) listener(error);
  };

  return {
    /** Returns the connection settings of the last host that accepted writes, or of the next host to try. */
    current: () => ({
      connectionString: addresses[at],
      connectionTimeoutMillis: budgetOfEach,
      keepAlive: true,
      keepAliveInitialDelayMillis: silenceMillis,
    }),
    /**
     * Calls `connect` for one host after another, starting with the current host, until it succeeds. If it fails for all hosts,
     * rejects with the last error. Rejects immediately if the pool is busy.
     */
    reach: async <Connection>(connect: () => Promise<Connection>): Promise<Connection> => {
      for (let tried = 1; ; tried += 1) {
        const from = at;
        try {
          return await connect();
        } catch (error) {
          if (tried >= addresses.length || isBusyPool(error)) throw error;
          // When many calls fail at the same time, only the first one moves on to the next host.
          if (at === from) at = (at + 1) % addresses.length;
        }
      }
    },
    /**
     * Rejects if a new connection's host accepts no writes, or if another host was promoted while this host hung. Also rejects if
     * this check doesn't end within one host's share of the time budget. This share begins at `begunMillis`, the value of
     * `performance.now()` when connecting began. Does nothing if the URL has only one host and no `target_session_attrs`.
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
    onReadOnly: (listener: (error: Error) => void) => void listeners.push(listener),
    noteReadOnly,
  };
}

/** Returns whether the error means that all connections of the driver's pool are in use, which is not the host's fault. */
function isBusyPool(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
