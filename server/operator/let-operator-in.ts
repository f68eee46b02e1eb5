/** Lets the operator's commands run inside the server that holds the embedded store (D35). */
import type { Services } from '../services.ts';
import type { StoreLog } from '../store/pool.ts';
import { commands } from './commands.ts';
import type { OperatorDoor } from './operator-socket.ts';
import { openOperatorDoor } from './operator-socket.ts';
import { outcomeOf } from './outcome.ts';

/** Opens the door in the data folder, until it is stopped. */
export function letOperatorIn(services: Services, log: StoreLog): Promise<OperatorDoor> {
  const { settings, programs, database, keyRing, hashKey, now, wakeOutbox } = services;
  return openOperatorDoor(
    settings.dataDir,
    async ({ command: name, call, operator }, handOver) => {
      const command = commands.find((candidate) => candidate.name === name);
      if (!command || !('run' in command))
        return {
          problem: `The running server has no command "${name}": it is of another version.`,
          exitCode: 1,
        };
      const context = { settings, programs, database, keyRing, hashKey, now, operator };
      const outcome = await outcomeOf(() => command.run(context, call, handOver), log);
      // What it queued is sent now, and not at the next look.
      wakeOutbox();
      return outcome;
    },
    log,
  );
}
