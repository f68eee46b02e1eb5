/** Runs `migrate`. */
import { pino } from 'pino';
import { type MigratedBy, migratePostgres } from '../../db/database.ts';
import { OperatorProblem, type StandaloneCommand } from '../command.ts';
import { asOperatorProblem, storeOptions } from '../open-context.ts';

export const migrateCommand: StandaloneCommand['runAlone'] = async (settings) => {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined)
    throw new OperatorProblem(
      'DATABASE_URL is not set. The embedded store brings its tables up to date by itself.',
    );
  const options = { ...storeOptions(settings), log: pino({ level: 'silent' }) };
  const roles = await migratePostgres(options, databaseUrl).catch((error: unknown) => {
    throw asOperatorProblem(error);
  });
  return { data: roles, text: `The tables are up to date.\n${textOf(roles)}` };
};

function textOf({ server, owner, doesBoth }: MigratedBy): string {
  if (!doesBoth) return `${owner} owns them. ${server} may read and write rows, and nothing else.`;
  return server === owner
    ? `${server} owns them and serves as well. Give it to MIGRATE_DATABASE_URL, and a role of its own to DATABASE_URL.`
    : `${owner} owns them, but ${server}, which serves, can change tables, triggers or evidence too. Give DATABASE_URL a role that may not, and MIGRATE_DATABASE_URL ${owner}.`;
}
