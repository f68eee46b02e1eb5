import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import type { Hosts } from './hosts.ts';
import { applicationName, logLoss, PreparingClient, type StoreLog, serverLimits, types } from './pool.ts';
import { boundedConnection } from './time-budget.ts';

/**
 * Returns a connection that many calls share. It sends each statement without waiting for the previous response (PostgreSQL's
 * pipeline mode), which saves most of a short read's cost. Use it only for quick single statements: a slow statement delays all
 * later statements, and a timeout makes them fail. Connects at first use, and again after the connection is lost or the host
 * changes.
 */
export function sharedConnection(hosts: Hosts, log: StoreLog, timeBudgetMillis: number): PostgresPool {
  let opening: ReturnType<typeof open> | undefined;

  async function open() {
    const begun = performance.now();
    const client = new PreparingClient({
      ...hosts.current(),
      ...serverLimits(timeBudgetMillis),
      application_name: applicationName,
      types,
      pipeline: true,
      query_timeout: timeBudgetMillis,
      stream: () => new OncePerTurn(),
    });
    logLoss(client, log);
    await client.connect();
    try {
      await hosts.check(client, begun);
    } catch (error) {
      await client.end();
      throw error;
    }
    return Object.assign(client, { release: () => {} });
  }

  function openOnce() {
    const opened = hosts.reach(open);
    const forget = () => {
      // The old connection may end after a new one has been opened. In that case, keep the new one.
      if (opening === opened) opening = undefined;
    };
    opened.then((client) => client.on('error', forget).on('end', forget), forget);
    return opened;
  }

  // A host that became read-only still accepts this connection's reads, so this connection never notices the change. The pool's
  // connections notice the change, and this listener is called.
  hosts.onReadOnly(() => {
    opening?.then((client) => client.end()).catch(() => {});
    opening = undefined;
  });

  const shared: PostgresPool = {
    options: {},
    connect: () => {
      opening ??= openOnce();
      return opening;
    },
    end: async () => {
      const client = await opening?.catch(() => undefined);
      await client?.end();
    },
  };
  return boundedConnection(shared, timeBudgetMillis);
}

/** A socket that collects everything written during one turn of the event loop and sends it with a single write. */
class OncePerTurn extends Socket {
  #isHolding = false;

  override cork(): void {
    super.cork();
    if (this.#isHolding) return;
    this.#isHolding = true;
    super.cork();
    setImmediate(() => {
      this.#isHolding = false;
      this.uncork();
    });
  }
}
