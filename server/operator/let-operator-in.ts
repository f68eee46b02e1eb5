/** Runs operator commands inside the server that holds the embedded store (D35). */

import type { StoreLog } from '../db/pool.ts';
import type { Services } from '../start/services.ts';
import { commands } from './command-list.ts';
import type { OperatorServer } from './operator-socket.ts';
import { serveOperator } from './operator-socket.ts';
import { outcomeOf } from './outcome.ts';

/** Accepts calls through the socket in the data folder until stopped. */
export function letOperatorIn(services: Services, log: StoreLog): Promise<OperatorServer> {
  const { settings, programs, database, keyRing, keys, hashKey, wakeOutbox } = services;
  return serveOperator(
    settings.dataDir,
    async ({ command: name, call, operator }, handOver) => {
      const command = commands.find((candidate) => candidate.name === name);
      if (!command || !('run' in command))
        return {
          problem: `The running server has no command "${name}". It may be of another version.`,
          exitCode: 1,
        };
      const context = { settings, programs, database, keyRing, keys, hashKey, operator: operator.name };
      const outcome = await outcomeOf(() => command.run(context, call, handOver), log);
      // Sends new jobs at once.
      wakeOutbox();
      return outcome;
    },
    log,
  );
}
