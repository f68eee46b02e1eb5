/** Declares the command `doctor`, which checks an installation and lists what to do. */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const doctorCommand: OperatorCommand = {
  name: 'doctor',
  role: 'read',
  about:
    'Checks the installation: the database’s roles and TLS, files, keys, clock and disk, and whether anything is unencrypted, not exported or unsent. Prints a line about each check that says what to do; exit code 1 if there are problems.',
  examples: { doctor: 'daily, and after each change of the settings', 'doctor --json': 'for a script' },
  run: work('doctorCommand'),
};
