/** `approvals …`: requests of other operators to see answers, if the program requires four eyes. */
import { lazily, type OperatorCommand, type ProgramsShown } from '../command.ts';

const work = lazily(() => import('./work.ts'));

/** Returns no programs, so these commands need no four eyes: the requests that they show contain no answers. */
const nobody: ProgramsShown = async () => [];

export const approvalCommands: readonly OperatorCommand[] = [
  {
    name: 'approvals list',
    role: 'reveal',
    shows: nobody,
    about: 'Lists what operators ask to see, where the program asks for four eyes.',
    examples: { 'approvals list': 'shows who asks for what and why, and whether it is approved' },
    run: work('approvalsList'),
  },
  {
    name: 'approvals grant',
    role: 'reveal',
    shows: nobody,
    about: 'Approves what another operator asks to see. It is shown to that operator once, within 24 hours.',
    positionals: ['id'],
    examples: { 'approvals grant 01890a5d-ac96-774b-bcce-b302099a8057': 'its id is from `approvals list`' },
    run: work('approvalsGrant'),
  },
];
