/** Declares the command `sessions end`, which immediately ends sessions of applicants (D23). */
import { reasonOption } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const sessionsEnd: OperatorCommand = {
  name: 'sessions end',
  role: 'decide',
  about:
    'Immediately ends the session of an application, or all sessions. Also erases drafts; submitted applications stay.',
  positionals: ['[id|reference]'],
  options: {
    all: { about: 'All sessions that are live' },
    program: { value: 'KEY', about: 'With --all: only the sessions of this program, by its domainKey' },
    reason: { ...reasonOption, required: true },
  },
  examples: {
    'sessions end 01890a5d-ac96-774b-bcce-b302099a8057 --reason "Phone lost, case 4712"':
      'ends one session; `applications list --status draft` shows the id of a draft',
    'sessions end --all --reason "Cookies leaked, case 4713"': 'everyone who is applying must start again',
  },
  run: work('sessionsEnd'),
};
