/**
 * How long a call waits for the database: once, for all that it asks of it. Waiting for a connection of the pool, reaching a
 * host and the answer to each statement are paid from one budget, so that 503 leaves in time wherever the database is stuck
 * (F5), and neither a second transaction nor one that is run again begins to wait anew.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** The database has not done in time what a call asked of it. Counts as unavailable (`unavailable.ts`). */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor() {
    super('The database has not answered in time');
  }
}

/** What one call has waited for the database, in milliseconds. */
export class CallWait {
  #spent = 0;
  #waiting = 0;
  #since = 0;
  #isOver = false;

  get spent(): number {
    return this.#spent + (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }

  /** Once its response has begun, the call cannot be told to come again: what it asks from then on is bounded one by one. */
  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
  }

  /** Begins to wait; returns what ends that. Of waits that overlap, the time counts once. */
  begin(): () => void {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    return () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#spent += performance.now() - this.#since;
    };
  }
}

const ofCall = new AsyncLocalStorage<CallWait>();

/** Runs `work` as part of a call: what it waits for the database is paid from that call's patience. */
export function inCall<Result>(wait: CallWait, work: () => Result): Result {
  return ofCall.run(wait, work);
}

/** That of the call which asks; whoever is not in one, a job for example, has the patience anew for each thing it asks. */
function currentWait(): CallWait {
  const wait = ofCall.getStore();
  return wait === undefined || wait.isOver ? new CallWait() : wait;
}

/** Rejects with OutOfTime where the call has none left before `asked` is settled. */
async function within<Answer>(
  wait: CallWait,
  timeBudgetMillis: number,
  asked: Promise<Answer>,
): Promise<Answer> {
  const end = wait.begin();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutOfTime()), timeBudgetMillis - wait.spent);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    end();
  }
}

/**
 * The way to a pool's connections with patience. A connection that is still held when the patience of its call is over is ended,
 * whatever it waits for: its statement then fails, and so does every further one of the transaction. PostgreSQL's own
 * statement timeout cannot do that while it is paused or the network swallows packets: it comes first where PostgreSQL is well. So
 * the connections that idle, which lead to the same host, are not used again either: each would cost a call its whole patience.
 */
export function boundedPool(pool: pg.Pool, reaching: PostgresPool, timeBudgetMillis: number): PostgresPool {
  const letGo = new WeakMap<object, () => void>();
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('remove', (client) => void idle.delete(client));
  pool.on('release', (_error, client) => {
    idle.add(client);
    letGo.get(client)?.();
  });
  const giveUp = (client: pg.PoolClient) => {
    void client.end();
    // The pool removes them, as after an error of their own.
    for (const one of idle) one.emit('error', new OutOfTime());
    idle.clear();
  };
  return {
    ...reaching,
    connect: async () => {
      const wait = currentWait();
      if (wait.spent >= timeBudgetMillis) throw new OutOfTime();
      const reached = reaching.connect();
      const client = await within(wait, timeBudgetMillis, reached).catch((error: unknown) => {
        // One that comes too late is the next one's.
        reached.then((late) => late.release()).catch(() => {});
        throw error;
      });
      const end = wait.begin();
      const timer = setTimeout(() => giveUp(client as pg.PoolClient), timeBudgetMillis - wait.spent);
      letGo.set(client, () => {
        letGo.delete(client);
        clearTimeout(timer);
        end();
      });
      return client;
    },
  };
}

/** The same for a connection that many calls share: where the patience of one is over, the others go on waiting. */
export function boundedConnection(shared: PostgresPool, timeBudgetMillis: number): PostgresPool {
  const query = (text: string, values: readonly unknown[]) => {
    const asked = shared.connect().then((client) => client.query(text, values));
    return within(currentWait(), timeBudgetMillis, asked);
  };
  // Kysely asks for a cursor only where one is configured.
  const client = { query: query as PostgresPoolClient['query'], release: () => {} };
  return { ...shared, connect: async () => client };
}
