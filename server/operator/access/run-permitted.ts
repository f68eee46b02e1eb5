/** Runs every command that needs the store, after checking the operator's role and the call's approval. */
import type { Role } from '../../config/operators-file.ts';
import type { HandOver, OperatorCall, OperatorCommand, OperatorStore, ReportProgress } from '../command.ts';
import { spendApprovalOf } from './four-eyes.ts';
import type { OperatorIdentity } from './operator-identity.ts';
import { checkRole } from './operator-roles.ts';

/** Returns the role that a call needs. */
export function roleOf({ role }: OperatorCommand, call: OperatorCall): Role {
  return typeof role === 'function' ? role(call) : role;
}

/**
 * Runs a command for an operator. Throws NotAllowed if the operator lacks the role. Throws OperatorProblem if another operator
 * must first approve the call, or if stored data was altered (exit code 3). Rethrows the command's other errors.
 */
export async function runPermitted(
  store: OperatorStore,
  operator: OperatorIdentity,
  command: OperatorCommand,
  call: OperatorCall,
  handOver: HandOver,
  tell: ReportProgress,
) {
  const role = roleOf(command, call);
  await checkRole(store.settings.operatorsFile, operator, role);
  const programs = role === 'reveal' && command.shows ? await command.shows(store, call) : [];
  const approved = programs.some(({ fourEyes }) => fourEyes) && {
    approvedBy: await spendApprovalOf(store, operator, command.name, call),
  };
  const context = { ...store, operator: operator.name, tell, ...approved };
  return command.run(context, call, handOver).catch(async (error: unknown) => {
    const { asAlteration } = await import('../audit/alteration.ts');
    throw await asAlteration(store, call, error);
  });
}
