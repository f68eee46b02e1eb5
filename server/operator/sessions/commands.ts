/** `sessions end`: ends sessions of applicants at once (D23). */
import { reasonOption } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const sessionsEnd: OperatorCommand = {
  name: 'sessions end',
  role: 'decide',
  about:
    'Ends the session of an application, or all sessions, at once. A draft is erased with it; what was submitted stays.',
  positionals: ['[id|reference]'],
  options: {
    all: { about: 'All sessions that are live' },
    program: { value: 'KEY', about: 'Of --all, those of this program, by its domainKey' },
    reason: { ...reasonOption, required: true },
  },
  examples: {
    'sessions end 01890a5d-ac96-774b-bcce-b302099a8057 --reason "Phone lost, case 4712"':
      'ends this one; the id of a draft is from `applications list --status draft`',
    'sessions end --all --reason "Cookies leaked, case 4713"': 'everyone who is applying begins anew',
  },
  run: work('sessionsEnd'),
};
