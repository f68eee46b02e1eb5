/** Declares the command `migrate`, which migrates the database in a separate step, before the nodes start. */
import { lazily, type StandaloneCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const migrateCommand: StandaloneCommand = {
  name: 'migrate',
  about:
    'Brings the tables on PostgreSQL up to date as their owner (MIGRATE_DATABASE_URL), and grants the role of DATABASE_URL what the server needs. May be repeated.',
  examples: { migrate: 'after a backup, before nodes of a new version start' },
  runAlone: work('migrateCommand'),
};
