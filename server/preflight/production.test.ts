/**
 * Tests which settings production refuses and which it warns about (X17). Each test starts a server whose database does not
 * respond.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { httpsProvider } from '../../tests/support/https-provider.ts';
import { withoutSamples } from '../../tests/support/programs.ts';
import { testSettings } from '../../tests/support/test-server.ts';
import { loggerOptions } from '../observability/logging.ts';
import { newKeyEntry } from '../security/key-ring.ts';
import { StartProblem } from '../start/start-problem.ts';
import { startServer } from '../start/start-server.ts';

type Environment = Readonly<Record<string, string>>;

/** An installation that is fit for production, except that its database does not respond. */
async function fitEnvironment() {
  const { env } = await httpsProvider('https://intake.bank.example/');
  const folder = env['PROGRAMS_DIR'] ?? '';
  await rename(join(folder, 'demo/provider-key.pem'), join(folder, 'toro/provider-key.pem'));
  await rm(join(folder, 'demo'), { recursive: true });
  for (const file of await readdir(folder, { recursive: true }))
    if (/\.md$|program\.json$/.test(file)) await rewrite(join(folder, file), withoutSamples);
  return {
    folder,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/cards',
      ENCRYPTION_KEYS: newKeyEntry(),
      SMTP_URL: 'smtps://mail.example',
      CLAMD_URL: 'tcp://localhost:3310',
      ...env,
    } as Environment,
  };
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function changePrograms(folder: string, change: (program: { provider: object }) => object) {
  for (const name of await readdir(folder))
    await rewrite(join(folder, name, 'program.json'), (json) => JSON.stringify(change(JSON.parse(json))));
}

/** Tries to start a server, which fails. Returns the problems that prevented the start, and the warnings logged before them. */
async function start(
  env: Environment,
): Promise<{ problems: readonly string[]; warnings: readonly string[] }> {
  const lines = new PassThrough();
  const log = pino(loggerOptions('warn'), lines);
  const error = await startServer(testSettings(await freshFolder(), env), log).then(
    () => 'It started.',
    (reason: unknown) => reason,
  );
  lines.end();
  const logged = (await text(lines)).split('\n').filter(Boolean);
  return {
    problems: error instanceof StartProblem ? error.problems : [String(error)],
    warnings: logged.map((line) => JSON.parse(line).msg),
  };
}

const passed = ['The database does not respond (ECONNREFUSED).'];

interface Row {
  readonly name: string;
  readonly env?: (env: Environment) => Environment;
  readonly programs?: (folder: string) => Promise<void>;
  readonly says: string;
  readonly waiver: readonly [setting: string, value: string];
}

const without =
  (name: string) =>
  ({ [name]: _, ...env }: Environment): Environment =>
    env;

const refused: readonly Row[] = [
  {
    name: 'a database on another machine without TLS',
    env: (env) => ({ ...env, DATABASE_URL: 'postgres://card@db.invalid/cards' }),
    says: 'DATABASE_URL must require TLS with a verified certificate',
    waiver: ['DATABASE_TLS', 'off'],
  },
  {
    name: 'one host of the database on another machine without TLS',
    env: (env) => ({ ...env, DATABASE_URL: 'postgres://card@localhost:1,db.invalid/cards' }),
    says: 'DATABASE_URL must require TLS with a verified certificate',
    waiver: ['DATABASE_TLS', 'off'],
  },
  {
    name: 'a database that PGHOST may name, without TLS',
    env: (env) => ({ ...env, DATABASE_URL: 'postgres:///cards?port=1' }),
    says: 'DATABASE_URL must require TLS with a verified certificate',
    waiver: ['DATABASE_TLS', 'off'],
  },
  {
    name: 'TLS to the database that checks nothing',
    env: (env) => ({ ...env, DATABASE_URL: 'postgres://card@db.invalid/cards?sslmode=no-verify' }),
    says: 'DATABASE_URL must require TLS with a verified certificate',
    waiver: ['DATABASE_TLS', 'off'],
  },
  {
    name: 'no TLS for the owner of the tables',
    env: (env) => ({ ...env, MIGRATE_DATABASE_URL: 'postgres://owner@db.invalid/cards' }),
    says: 'MIGRATE_DATABASE_URL must require TLS',
    waiver: ['DATABASE_TLS', 'off'],
  },
  {
    name: 'no mail server',
    env: without('SMTP_URL'),
    says: 'SMTP_URL is not set',
    waiver: ['MAIL_FILES', 'on'],
  },
  {
    name: 'limits that are multiplied',
    env: (env) => ({ ...env, LIMITS_FACTOR: '10' }),
    says: 'LIMITS_FACTOR is not 1',
    waiver: ['LOAD_TEST', 'on'],
  },
  {
    name: 'deliveries as files',
    env: without('DELIVERY_SECRETS'),
    programs: (folder) =>
      changePrograms(folder, ({ provider, ...program }) => ({
        ...program,
        provider: { ...provider, delivery: { way: 'directory' } },
      })),
    says: 'The programs cub-cadet, default, exmark, toro, yard-card would deliver applications as files',
    waiver: ['DELIVERY_FILES', 'on'],
  },
  {
    name: 'agreements that are samples',
    programs: (folder) =>
      rewrite(join(folder, 'exmark/agreements/terms.md'), (text) => `${text}\n\nSAMPLE TEXT ends here.\n`),
    says: 'The program exmark would have applicants agree to samples',
    waiver: ['SAMPLE_AGREEMENTS', 'on'],
  },
  ...[
    'Rates are in the table below. | Item | Sample figure |',
    'Write to the bank, 100 Example Street, Wilmington.',
    'Write to the bank, 1 Market Street, Sampletown, DE 00000.',
    'Write to [cards](mailto:cards@bank.example).',
    'Read it at https://cards.example.com/terms.',
    'Call 1-800-555-0142.',
  ].map(
    (line): Row => ({
      name: `a text without the mark of a sample that says “${line}”`,
      programs: (folder) =>
        rewrite(join(folder, 'default/agreements/esign.md'), (text) => `${text}\n\n${line}\n`),
      says: 'would have applicants agree to samples, which counsel has not written: esign holds "',
      waiver: ['SAMPLE_AGREEMENTS', 'on'],
    }),
  ),
  ...Object.entries({
    termsUrl: { termsUrl: 'https://cards.example.com/terms' },
    'provider.mailFrom': { mailFrom: 'cards@bank.example' },
    phone: { phone: { number: '1-800-555-0142', hours: { en: 'Monday to Friday' } } },
  }).map(
    ([name, changed]): Row => ({
      name: `a program whose ${name} is a sample`,
      programs: (folder) =>
        changePrograms(folder, ({ provider, ...program }) => ({
          ...program,
          ...('mailFrom' in changed ? { provider: { ...provider, ...changed } } : { provider, ...changed }),
        })),
      says: `would have applicants agree to samples, which counsel has not written: ${name} holds "`,
      waiver: ['SAMPLE_AGREEMENTS', 'on'],
    }),
  ),
  {
    name: 'a demonstration',
    programs: (folder) =>
      rewrite(join(folder, 'toro/program.json'), (json) =>
        JSON.stringify({ ...JSON.parse(json), demo: true }),
      ),
    says: 'The program toro would tell real applicants that this is a demonstration',
    waiver: ['DEMO_PROGRAM', 'on'],
  },
  {
    name: 'the sandbox of a provider',
    programs: (folder) =>
      changePrograms(folder, ({ provider, ...program }) => ({
        ...program,
        provider: { ...provider, sandbox: true },
      })),
    says: 'The programs cub-cadet, default, exmark, toro, yard-card would deliver to the sandbox',
    waiver: ['SANDBOX_PROVIDER', 'on'],
  },
];

describe('production', () => {
  test('finds no problem in an installation that is fit', async () => {
    const { env } = await fitEnvironment();
    expect(await start(env)).toEqual({ problems: passed, warnings: [] });
    const bySocket = 'postgres:///cards?host=/nowhere&port=1';
    expect(await start({ ...env, DATABASE_URL: bySocket })).toMatchObject({ warnings: [] });
    const overTls = 'postgres://card@db1.invalid,db2.invalid/cards?sslmode=verify-full';
    const { warnings } = await start({ ...env, DATABASE_URL: overTls, MIGRATE_DATABASE_URL: overTls });
    expect(warnings).toEqual([]);
  });

  test.each(refused)('refuses $name, unless its setting confirms it', async (row) => {
    const { env: fit, folder } = await fitEnvironment();
    const env = row.env?.(fit) ?? fit;
    await row.programs?.(folder);
    const [setting, value] = row.waiver;
    const { problems } = await start(env);
    expect(problems).toEqual([expect.stringContaining(row.says)]);
    expect(problems[0]).toMatch(new RegExp(` If this is intended, set ${setting} to ${value}\\.$`));

    const waived = await start({ ...env, [setting]: value });
    expect(waived.problems).toEqual([expect.stringMatching(/^The database does not respond/)]);
    expect(waived.warnings).toEqual([expect.stringContaining(`${setting} confirms that this is intended.`)]);

    expect((await start({ ...env, NODE_ENV: 'development' })).problems.join()).not.toContain(row.says);
  });

  test('warns about optional safeguards that are off, unless their setting confirms it', async () => {
    const { env } = await fitEnvironment();
    const bare = without('CLAMD_URL')(env);
    const { problems, warnings } = await start(bare);
    expect(problems).toEqual(passed);
    expect(warnings).toEqual([
      'CLAMD_URL is not set: documents are redrawn, but no virus scanner checks the originals. If this is intended, set VIRUS_SCAN to off.',
    ]);
    expect((await start({ ...bare, VIRUS_SCAN: 'off' })).warnings).toEqual([]);
  });

  test('names all problems at once, and no address', async () => {
    const { problems } = await start({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://card:hunter2@db.invalid/cards',
      ENCRYPTION_KEYS: newKeyEntry(),
      LIMITS_FACTOR: '2',
    });
    expect(problems.map((problem) => / set (\w+) to \w+\.$/.exec(problem)?.[1])).toEqual([
      undefined,
      'DATABASE_TLS',
      'MAIL_FILES',
      'LOAD_TEST',
      'DELIVERY_FILES',
      'SAMPLE_AGREEMENTS',
      'DEMO_PROGRAM',
    ]);
    expect(problems.join()).not.toMatch(/hunter2|db\.invalid/);
  });
});
