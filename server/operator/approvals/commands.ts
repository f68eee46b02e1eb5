/**
 * Declares the `approvals …` commands, which list and grant other operators' requests to see answers, for programs that require
 * four eyes.
 */
import { lazily, type OperatorCommand, type ProgramsShown } from '../command.ts';

const work = lazily(() => import('./work.ts'));

/** Returns no programs, so these commands do not need four eyes: the requests that they show contain no answers. */
const nobody: ProgramsShown = async () => [];

export const approvalCommands: readonly OperatorCommand[] = [
  {
    name: 'approvals list',
    role: 'reveal',
    shows: nobody,
    about: 'Lists the requests of operators to see data of programs that require four eyes.',
    examples: {
      'approvals list': 'shows who wants to run which command and why, and whether it is approved',
    },
    run: work('approvalsList'),
  },
  {
    name: 'approvals grant',
    role: 'reveal',
    shows: nobody,
    about: 'Approves a request of another operator, who may then run the command once, within 24 hours.',
    positionals: ['id'],
    examples: {
      'approvals grant 01890a5d-ac96-774b-bcce-b302099a8057': '`approvals list` shows the id of the request',
    },
    run: work('approvalsGrant'),
  },
];
