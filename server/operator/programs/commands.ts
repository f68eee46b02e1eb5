/** Declares the command `programs check`, which checks the program folders without starting a server (D20). */
import { lazily, type StandaloneCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const programsCheck: StandaloneCommand = {
  name: 'programs check',
  about:
    'Checks the program folders, what their deliveries need, and that banks’ hosts may be called; exit code 3 if the server would refuse to start or to deliver.',
  examples: {
    'programs check': 'lists the programs in PROGRAMS_DIR, or every problem',
    'programs check --json': 'the same for a script',
  },
  runAlone: work('programsCheck'),
};
