import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import type { Hosts } from './hosts.ts';
import { applicationName, logLoss, PreparingClient, type StoreLog, serverLimits, types } from './pool.ts';
import { boundedConnection } from './time-budget.ts';

/**
 * A connection that many calls share: each statement is sent without waiting for the response to the one before
 * (pipeline mode of PostgreSQL). It saves most of what a short read costs a node that is busy. For statements that stand
 * alone and are quick: a slow one delays those behind it, and the deadline of any ends them all.
 *
 * It opens with the first statement, and again with the next one where it was lost, or its host takes no writes any more.
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
      // What was lost may end only once the next one is open.
      if (opening === opened) opening = undefined;
    };
    opened.then((client) => client.on('error', forget).on('end', forget), forget);
    return opened;
  }

  // It only reads, so no statement of its own says so.
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

/** Gives the network all that is written during one turn of the event loop at once, which costs as much as one write. */
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
