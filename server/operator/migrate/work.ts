/** Runs `migrate`. */
import { pino } from 'pino';
import { type MigratedBy, migratePostgres } from '../../db/database.ts';
import { isPassing, openingProblem } from '../../db/opening-error.ts';
import { OperatorProblem, type StandaloneCommand } from '../command.ts';

export const migrateCommand: StandaloneCommand['runAlone'] = async ({
  databaseUrl,
  migrateDatabaseUrl,
  preparedStatements,
}) => {
  if (databaseUrl === undefined)
    throw new OperatorProblem(
      'DATABASE_URL is not set. The embedded store brings its tables up to date by itself.',
    );
  const log = pino({ level: 'silent' });
  const keepsSession = preparedStatements === 'on';
  const options = { migrateDatabaseUrl, log, keepsSession };
  const roles = await migratePostgres(options, databaseUrl).catch((error: unknown) => {
    const problem = openingProblem(error);
    throw problem === undefined ? error : new OperatorProblem(problem, isPassing(error) ? 4 : 1);
  });
  return { data: roles, text: `The tables are up to date.\n${textOf(roles)}` };
};

function textOf({ server, owner, doesBoth }: MigratedBy): string {
  if (!doesBoth) return `${owner} owns them. ${server} may read and write rows, and nothing else.`;
  return server === owner
    ? `${server} owns them and serves as well. Give it to MIGRATE_DATABASE_URL, and a role of its own to DATABASE_URL.`
    : `${owner} owns them, but ${server}, which serves, can change tables, triggers or evidence too. Give DATABASE_URL a role that may not, and MIGRATE_DATABASE_URL ${owner}.`;
}
