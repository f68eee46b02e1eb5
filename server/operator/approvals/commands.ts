/** Declares the `approvals …` commands, which list and grant operators' requests to see answers (four eyes). */
import { lazily, type OperatorCommand, type ProgramsShown } from '../command.ts';

const work = lazily(() => import('./work.ts'));

/** Returns no programs: requests contain no answers, so these commands do not need four eyes. */
const noAnswers: ProgramsShown = async () => [];

export const approvalCommands: readonly OperatorCommand[] = [
  {
    name: 'approvals list',
    role: 'reveal',
    shows: noAnswers,
    about: 'Lists the requests of operators to see data of programs that require four eyes.',
    examples: { 'approvals list': 'shows who wants to run which command and why, and who approved it' },
    run: work('approvalsList'),
  },
  {
    name: 'approvals grant',
    role: 'reveal',
    shows: noAnswers,
    about: 'Approves a request of another operator, who may then run the command once, within 24 hours.',
    positionals: ['id'],
    examples: { 'approvals grant 01890a5d-ac96-774b-bcce-b302099a8057': '`approvals list` shows the id' },
    run: work('approvalsGrant'),
  },
];
