/** Runs operator commands inside a server that has the embedded store open or has an OPERATOR_SOCKET (D35). */
import type { StoreLog } from '../db/pool.ts';
import type { NoteSecurityEvent } from '../observability/security-events.ts';
import { NotAllowed, readOperators } from '../operator/access/operator-roles.ts';
import { roleOf, runPermitted } from '../operator/access/run-permitted.ts';
import { OperatorProblem } from '../operator/command.ts';
import { commands } from '../operator/command-list.ts';
import { commandSocketOf } from '../operator/operator-protocol.ts';
import { serveOperator } from '../operator/operator-socket.ts';
import { outcomeOf } from '../operator/outcome.ts';
import type { Services } from '../services.ts';

/** Starts serving commands. Throws OperatorProblem if OPERATORS_FILE is unusable, or is not set although OPERATOR_SOCKET is. */
export async function serveCommands(services: Services, log: StoreLog, note: NoteSecurityEvent) {
  const { settings, wakeOutbox } = services;
  const { operatorsFile, operatorSocket } = settings;
  if (operatorsFile !== undefined) await readOperators(operatorsFile);
  else if (operatorSocket !== undefined)
    throw new OperatorProblem(
      'OPERATOR_SOCKET needs OPERATORS_FILE: otherwise anyone who can reach the socket could run every command.',
    );
  return serveOperator(
    commandSocketOf(settings),
    async ({ command: name, call, operator }, handOver, tell) => {
      const command = commands.find((candidate) => candidate.name === name);
      if (!command || !('run' in command))
        return {
          problem: `The running server has no command "${name}". It may be a different version.`,
          exitCode: 1,
        };
      const outcome = await outcomeOf(async () => {
        const role = roleOf(command, call);
        try {
          const result = await runPermitted(services, operator, command, call, handOver, tell);
          if (role === 'reveal') note('revealed', { reason: name });
          return result;
        } catch (error) {
          if (error instanceof NotAllowed) note('operator_refused', { reason: role });
          throw error;
        }
      }, log);
      // The command may have queued deliveries or emails. Wake the worker to send them immediately.
      wakeOutbox();
      return outcome;
    },
    log,
  );
}
