/** `doctor`: checks an installation and lists what to do. */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const doctorCommand: OperatorCommand = {
  name: 'doctor',
  role: 'read',
  about:
    'Looks over the installation: roles and TLS of the database, files, keys, clock, what is not sealed, not exported or not sent, disk. Says what to do, a line each; exit code 1 on problems.',
  examples: {
    doctor: 'daily, and after each change of the settings',
    'doctor --json': 'the same for a script',
  },
  run: work('doctorCommand'),
};
