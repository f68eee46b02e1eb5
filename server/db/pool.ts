import { Kysely, PostgresDialect, type PostgresPool, type Logger as QueryLogger, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Hosts, readOnlyState } from './hosts.ts';
import type { Tables } from './tables.ts';
import { boundedPool } from './time-budget.ts';
import { type Queries, retryAfterConflict } from './transactions.ts';

/** The log to which the store writes lost connections, failed upkeep and other events. It never contains a row's value. */
export type StoreLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const int8 = 20;

/** Parses bigints as numbers, and throws RangeError for unsafe integers. Other types use the driver's defaults. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? wholeNumber : pg.types.getTypeParser(oid, format),
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError('A bigint from the database is too large for a number');
}

/** Maximum number of prepared statements. Without a maximum, a statement with a list would be prepared for every list length. */
const mostPrepared = 200;

/** The prepared name of each statement, by the statement's text. A statement has the same name on every connection. */
const preparedNames = new Map<string, string>();

/** An SQL comment that keeps a statement from being prepared (`preparedName`). Prepared plans become slow on growing tables. */
export const plannedEachTime = sql`/* planned each time */`;

/**
 * Returns the name under which to prepare a statement. Returns undefined if the statement contains `*`, because a new release may
 * add a column to its result (F14). Also returns undefined for a new statement if there are already `mostPrepared` names.
 */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= mostPrepared || text.includes('*')) return known;
  const name = `s${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}

/** A connection that reruns a statement after a conflict with a concurrent transaction, except inside a transaction. */
class RepeatingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
  override query(...sent: any[]): any {
    const run = () => Reflect.apply(super.query, this, sent);
    const givesPromise = typeof sent.at(-1) !== 'function' && typeof sent[0]?.submit !== 'function';
    return givesPromise && this.getTransactionStatus() === 'I' ? retryAfterConflict(run) : run();
  }
}

/** A connection that prepares each statement that has values and a `preparedName`, so PostgreSQL parses it only once. */
export class PreparingClient extends RepeatingClient {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
  override query(...sent: any[]): any {
    const [text, values] = sent;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && preparedName(text);
    return Reflect.apply(super.query, this, name ? [{ name, text, values }, ...sent.slice(2)] : sent);
  }
}

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/** Logs the loss of a connection. Without this error listener, the loss would end the process. */
export function logLoss(client: pg.ClientBase, log: StoreLog): void {
  client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'));
}

/** Returns a pool whose connection errors don't end the process. Logs only their codes, because their details may quote a row. */
export function createPool(config: pg.PoolConfig, log: StoreLog): pg.Pool {
  const pool = new pg.Pool({ ...config, types });
  pool.on('connect', (client) => logLoss(client, log));
  // The pool repeats the error of an idle connection. Ignore it, because `logLoss` has already logged the error.
  pool.on('error', () => {});
  return pool;
}

/** Returns a query builder that runs its statements over a pool. */
export function queriesOver(pool: PostgresPool, onQuery?: QueryLogger): Queries {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(onQuery && { log: onQuery }) });
}

const connectionsPerNode = 10;

/** The default time budget: how many milliseconds in total an API call may wait for PostgreSQL (`time-budget.ts`). */
export const defaultTimeBudgetMillis = 2_400;

export const applicationName = 'card-application';

/** Returns the timeouts that PostgreSQL itself enforces, in milliseconds. */
export function serverLimits(timeBudgetMillis: number) {
  return {
    // This is shorter than the time budget, so PostgreSQL itself cancels an ordinary slow query, and the connection survives.
    statement_timeout: Math.floor(timeBudgetMillis * 0.8),
    // If a node freezes, PostgreSQL ends the node's transaction and releases its locks.
    idle_in_transaction_session_timeout: timeBudgetMillis * 2,
  };
}

/** Thrown if a pooler has dropped the session settings of a connection. Such a pooler would drop prepared statements too. */
export class SessionNotKept extends Error {
  override readonly name = 'SessionNotKept';
}

/** Rejects with SessionNotKept if the connection's session settings didn't reach PostgreSQL. */
export async function checkSession(db: Queries): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select source from pg_settings where name = 'statement_timeout'
  `.execute(db);
  if (rows[0]?.source !== 'client')
    throw new SessionNotKept('A pooler dropped the session settings of a connection');
}

/** Returns the client class for a pooler in transaction mode. Its clients send the timeouts with each `begin`. */
function sessionlessClient(timeBudgetMillis: number): ClientClass {
  const limits = Object.entries(serverLimits(timeBudgetMillis))
    .map(([name, millis]) => `; set local ${name} = ${millis}`)
    .join('');
  return class extends RepeatingClient {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own method has fifteen overloads
    override query(...sent: any[]): any {
      const [text] = sent;
      const begins = typeof text === 'string' && /^(begin|start transaction)\b/.test(text);
      return Reflect.apply(super.query, this, begins ? [`${text}${limits}`] : sent);
    }
  };
}

/** Returns `pool`, which connects only to the current host, and `reaching`, which tries the other hosts if that host fails. */
export function poolOver(
  hosts: Hosts,
  { Client = pg.Client, ...config }: Omit<pg.PoolConfig, 'Client'> & { readonly Client?: ClientClass },
  log: StoreLog,
) {
  const begun = new WeakMap<pg.ClientBase, number>();
  const ToCurrentHost = class extends Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, ...hosts.current() });
      begun.set(this, performance.now());
    }
  };
  const onConnect = (client: pg.ClientBase) => hosts.check(client, begun.get(client) ?? performance.now());
  const pool = createPool({ ...config, Client: ToCurrentHost, onConnect }, log);
  dropReadOnlyConnections(pool, hosts);
  const reaching: PostgresPool = {
    options: {},
    connect: () => hosts.reach(() => pool.connect()),
    end: () => pool.end(),
  };
  return { pool, reaching };
}

/** Drops the pool's connections once their host accepts no writes. Connections in use are dropped when they are released. */
function dropReadOnlyConnections(pool: pg.Pool, hosts: Hosts): void {
  const open = new Set<pg.PoolClient>();
  const dropped = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyState) hosts.noteReadOnly();
    });
  });
  pool.on('remove', (client) => void open.delete(client));
  pool.on('release', (_error, client) => {
    if (dropped.has(client)) void client.end();
  });
  hosts.onReadOnly((error) => {
    for (const client of open) {
      dropped.add(client);
      // This error makes the pool remove an idle connection. For a connection in use, the error is only logged.
      client.emit('error', error);
    }
  });
}

/** Returns the pools of `poolOver` for a node that answers API calls. Timeouts keep a hung database from blocking calls (F5). */
export function serverPool(
  hosts: Hosts,
  log: StoreLog,
  options: { readonly timeBudgetMillis?: number; readonly keepsSession?: boolean | undefined } = {},
) {
  const { timeBudgetMillis = defaultTimeBudgetMillis, keepsSession = true } = options;
  const config = {
    application_name: applicationName,
    connectionTimeoutMillis: timeBudgetMillis,
    ...(keepsSession
      ? { ...serverLimits(timeBudgetMillis), Client: PreparingClient }
      : { Client: sessionlessClient(timeBudgetMillis) }),
    max: connectionsPerNode,
  };
  const { pool, reaching } = poolOver(hosts, config, log);
  return { pool, reaching: boundedPool(pool, reaching, timeBudgetMillis) };
}
