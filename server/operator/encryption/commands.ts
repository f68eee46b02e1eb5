/** Declares the `encryption …` commands, which rotate key-encryption keys and encrypt older rows (D35, D36, D62, X13). */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const encryptionCommands: readonly OperatorCommand[] = [
  {
    name: 'encryption status',
    role: 'read',
    about: 'Counts the data keys under each encryption key; exit code 3 until all are under the current one.',
    examples: { 'encryption status': 'shows whether an old key can be removed' },
    run: work('encryptionStatusCommand'),
  },
  {
    name: 'encryption rotate',
    role: 'keys',
    about: 'Puts every data key under the current encryption key, while the server runs.',
    options: { new: { about: 'Make a new key first; only if the server made the key file in DATA_DIR' } },
    examples: {
      'encryption rotate': 'after you put a new key first in ENCRYPTION_KEYS_FILE on every node',
      'encryption rotate --new': 'makes a new key in DATA_DIR and uses it from now on',
    },
    run: work('encryptionRotateCommand'),
  },
  {
    name: 'encryption seal',
    role: 'keys',
    about:
      'Encrypts the personal data that builds from before 2026-11-23 stored unencrypted, while the server runs; may be repeated.',
    examples: { 'encryption seal': 'once, when no node with an older build is running any more' },
    run: work('encryptionSealCommand'),
  },
];
