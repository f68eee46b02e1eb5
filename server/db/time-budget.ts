/** Limits how long an API call waits for the database in total, so clients get a 503 in time if the database hangs (F5). */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Thrown if a call has waited for the database longer than its time budget. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor() {
    super('The database did not respond in time');
  }
}

/** Measures how long one call has waited for the database, in milliseconds. */
export class CallWait {
  #spent = 0;
  #waiting = 0;
  #since = 0;
  isOver = false;

  get spent(): number {
    return this.#spent + (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }

  /**
   * Ends the call's budget when the response begins, because a 503 is then no longer possible. Each later query gets a fresh
   * budget.
   */
  end(): void {
    this.isOver = true;
  }

  /** Starts a wait and returns a function that ends it. If several waits overlap, their common time counts once. */
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

/** Runs `work` as part of a call: the time that its queries wait counts against the call's time budget. */
export function inCall<Result>(wait: CallWait, work: () => Result): Result {
  return ofCall.run(wait, work);
}

/**
 * Returns the `CallWait` of the current call. Returns a new one outside a call, such as in a job, and after the call's budget was
 * ended (`end`).
 */
function currentWait(): CallWait {
  const wait = ofCall.getStore();
  return wait === undefined || wait.isOver ? new CallWait() : wait;
}

/** Waits for `response` and returns its value. Rejects with OutOfTime if the time budget runs out first. */
async function within<Answer>(wait: CallWait, timeBudgetMillis: number, response: Promise<Answer>) {
  const end = wait.begin();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutOfTime()), timeBudgetMillis - wait.spent);
  try {
    return await Promise.race([response, late]);
  } finally {
    clearTimeout(timer);
    end();
  }
}

/**
 * Returns a pool whose connections respect the time budget. If a call's budget runs out before PostgreSQL's statement timeout
 * fires, PostgreSQL is probably paused or unreachable. The pool then ends the call's connection and all idle connections.
 */
export function boundedPool(pool: pg.Pool, reaching: PostgresPool, timeBudgetMillis: number): PostgresPool {
  const onRelease = new WeakMap<object, () => void>();
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('remove', (client) => void idle.delete(client));
  pool.on('release', (_error, client) => {
    idle.add(client);
    onRelease.get(client)?.();
  });
  const abandon = (client: pg.PoolClient) => {
    void client.end();
    // If an idle connection emits an error, the pool removes the connection.
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
        // If the connection opens later, release it to the pool for the next call.
        reached.then((late) => late.release()).catch(() => {});
        throw error;
      });
      const end = wait.begin();
      const timer = setTimeout(() => abandon(client as pg.PoolClient), timeBudgetMillis - wait.spent);
      onRelease.set(client, () => {
        onRelease.delete(client);
        clearTimeout(timer);
        end();
      });
      return client;
    },
  };
}

/** Returns a shared connection whose queries respect the time budget. If one call runs out of time, only this call fails. */
export function boundedConnection(shared: PostgresPool, timeBudgetMillis: number): PostgresPool {
  const query = (text: string, values: readonly unknown[]) => {
    const response = shared.connect().then((client) => client.query(text, values));
    return within(currentWait(), timeBudgetMillis, response);
  };
  // This client can't use cursors. Kysely uses cursors only if they are configured.
  const client = { query: query as PostgresPoolClient['query'], release: () => {} };
  return { ...shared, connect: async () => client };
}
