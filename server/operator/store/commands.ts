/** Declares the `store …` commands, which back up the embedded store, check a backup, and restore a backup (D35, F12). */
import { type AnyCommand, lazily } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const storeCommands: readonly AnyCommand[] = [
  {
    name: 'store backup',
    role: 'keys',
    about: 'Backs up the embedded store to one file while the server runs. Encryption keys are not in it.',
    options: { out: { value: 'FILE', required: true, about: 'New file, as an absolute path' } },
    examples: { 'store backup --out /backups/2026-11-21.tar.gz': 'backs up everything but the keys' },
    run: work('storeBackup'),
  },
  {
    name: 'store verify-backup',
    about: 'Checks a backup: unpacks it, checks every file, opens the database and compares its content.',
    positionals: ['FILE'],
    examples: { 'store verify-backup /backups/2026-11-21.tar.gz': 'shows whether it could be restored' },
    runAlone: work('storeVerifyBackup'),
  },
  {
    name: 'store restore',
    about: 'Restores a backup into an empty folder and checks it. Start a server there with DATA_DIR.',
    positionals: ['FILE'],
    options: { 'data-dir': { value: 'FOLDER', required: true, about: 'Empty or new folder' } },
    examples: {
      'store restore /backups/2026-11-21.tar.gz --data-dir /srv/card': 'restores everything but the keys',
    },
    runAlone: work('storeRestore'),
  },
];
