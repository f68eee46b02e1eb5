/**
 * Tests that one process of the built server can run every kind of job and the operator commands repeatedly. Commands that need
 * no server run in processes of their own.
 */
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { codeTo, linkTo } from '../../tests/support/browser/mailbox.ts';
import { testStores } from '../../tests/support/database.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { type Installation, install } from '../../tests/support/installation.ts';
import { newAddress } from '../../tests/support/mailed-links.ts';
import { type Called, operatorAt, type WholeFile } from '../../tests/support/operator-call.ts';
import { builtOperator, runOperator } from '../../tests/support/operator-installation.ts';
import { change as changeFile, folderCopy } from '../../tests/support/programs.ts';
import { rounds } from '../../tests/support/rounds.ts';
import {
  create,
  expected,
  prepare,
  prepareWhole,
  samplePdf,
  submit,
} from '../../tests/support/sample-application.ts';
import { roles } from '../config/operators-file.ts';
import { outboxKinds } from '../db/queries/outbox.ts';
import { commands } from '../operator/command-list.ts';

const hosts = ['toro', 'exmark', 'cub-cadet', 'yard-card', 'default', 'demo'];
const reason = ['--reason', 'a check'];
const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Returns functions that run commands and record the names of the commands that ran. */
function operatorOf({ folder, env, databaseUrl }: Installation) {
  const dataDir = join(folder, 'data');
  const call = operatorAt({ dataDir, operatorSocket: env['OPERATOR_SOCKET'] });
  const done = new Set<string>();
  const note = (args: readonly string[]) => {
    const typed = args.join(' ');
    done.add(commands.find(({ name }) => typed === name || typed.startsWith(`${name} `))?.name ?? typed);
  };
  return {
    done,
    /** Runs a command in the server. Fails unless its exit code is one of `exitCodes`. */
    async run(
      exitCodes: number | readonly number[],
      args: readonly string[],
      input?: WholeFile,
    ): Promise<Called> {
      note(args);
      const called = await call(args, input);
      const right = [exitCodes].flat().includes(called.exitCode);
      if (!right) throw new Error(`${args.join(' ')} ended with ${called.exitCode}: ${called.text}`);
      return called;
    },
    /** Runs a command that needs no server, in its own process. */
    async runAlone(exitCode: number, ...args: string[]): Promise<void> {
      note(args);
      const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
      const run = await runOperator(env, args, { main: builtOperator });
      if (run.exitCode !== exitCode)
        throw new Error(`${args.join(' ')} ended with ${run.exitCode}: ${run.stdout}${run.stderr}`);
    },
  };
}

type Operator = ReturnType<typeof operatorOf>;

/** Fetches an agreement file of the program at a host. */
async function agreementFile(origin: string, host: string, path: string): Promise<void> {
  const { port } = new URL(origin);
  const [response]: IncomingMessage[] = await once(
    get(`${origin}/api/v1/agreement/${path}`, { headers: { host: `${host}.localhost:${port}` } }),
    'response',
  );
  expect([path, response?.statusCode]).toEqual([path, 200]);
  response?.resume();
}

/** Returns the first id in a command's data. */
const idIn = (data: unknown): string => /"(?:id|kid)":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? '';

describe.each(await testStores())('the built server on $name', ({ name: store }) => {
  test(`does everything ${rounds} times`, { timeout: 120_000 + rounds * 120_000 }, async () => {
    const installation = await install(store);
    onTestFinished(installation.remove);
    const { server, folder, env } = installation;
    const minutes = join(folder, 'minutes');
    const sink = join(folder, 'heads');
    await mkdir(sink);
    const programs = await folderCopy();
    await changeFile(programs, 'demo/program.json', { proofOfEntityRequired: true });
    Object.assign(env, {
      PROGRAMS_DIR: programs,
      AUDIT_HEADS_SINK: sink,
      NODE_OPTIONS: `--import ${resolve('tests/support/fast-minutes.ts')}`,
      MINUTES_FILE: minutes,
    });
    if (store === 'PostgreSQL') {
      Object.assign(env, {
        OPERATOR_SOCKET: join(folder, 'operator.sock'),
        OPERATORS_FILE: join(folder, 'operators'),
      });
      await writeFile(join(folder, 'operators'), `${userInfo().username}: ${roles.join(', ')}\n`);
    }
    await server.start();
    const pid = server.pid();
    const operator = operatorOf(installation);
    for (let round = 0; round < rounds; round += 1) {
      await oneRound(installation, operator, round);
      expect([server.isRunning(), server.pid()]).toEqual([true, pid]);
    }
    await exportAll(operator);
    expect([...operator.done].sort()).toEqual(commands.map(({ name }) => name).sort());
    expect(await server.stop()).toBe(0);
    expect(Number(await readFile(minutes, 'utf8'))).toBeGreaterThan(rounds);
    expect(await readdir(sink)).toHaveLength(1);
  });
});

async function oneRound(installation: Installation, operator: Operator, round: number): Promise<void> {
  const { server, folder } = installation;
  const { run } = operator;
  for (const agreement of agreementKeys) {
    await agreementFile(server.origin, hosts[round % hosts.length] ?? '', `${agreement}/pdf`);
    await agreementFile(server.origin, hosts[round % hosts.length] ?? '', `${agreement}/page/1`);
  }
  const { id, reference } = await submittedApplication(installation, prepare);
  await run(0, ['applications', 'list']);
  await run(0, ['applications', 'show', reference]);
  const draft = httpClient(server.origin);
  await draft.start();
  await run(0, ['applications', 'erase', (await create(draft, {}, {})).id, ...reason]);
  const ended = httpClient(server.origin);
  await ended.start();
  await run(0, ['sessions', 'end', (await create(ended, {}, {})).id, ...reason]);

  await run(0, ['documents', 'list', reference]);
  const articles = { name: 'articles.pdf', bytes: samplePdf };
  const added = await run(0, ['documents', 'add', reference, 'articles.pdf'], articles);
  const documentId = idIn(added.data);
  await run(0, ['documents', 'get', documentId, ...reason]);
  await run(1, ['documents', 'move', '--to', 'bucket']);
  await allSent(operator);
  await run(0, ['deliveries', 'retry', '--all-dead']);

  await exportAll(operator, '--status', 'submitted');
  await run(0, ['applications', 'export', '--format', 'evidence-pdf', '--reference', reference, ...reason]);
  await run(0, ['applications', 'decide', id, '--approve']);
  const { id: withdrawn } = await submittedApplication(installation, prepareWhole);
  await run(0, ['applications', 'withdraw', withdrawn, ...reason]);

  await keysAndChecks(operator, id);
  await backups(installation, operator, join(folder, `backup-${round}`));
}

/**
 * Exports in every format. Each round filters out applications that earlier rounds decided, because printing them again would
 * take most of the round.
 */
async function exportAll({ run }: Operator, ...filter: string[]): Promise<void> {
  for (const format of ['csv', 'json', 'evidence-json', 'evidence-pdf'])
    await run(0, ['applications', 'export', '--format', format, ...filter, ...reason]);
}

/** Requests a resume link by email, and then submits an application. The application is pending if it has no document. */
async function submittedApplication(
  { server, folder }: Installation,
  prepared: typeof prepare,
): Promise<{ id: string; reference: string }> {
  const client = httpClient(server.origin);
  const { id } = await prepared(client);
  const dataDir = join(folder, 'data');
  // The second address replaces the first, which gets an email about the change.
  for (const email of [newAddress(), newAddress()]) {
    expect((await client.send('POST', '/resume/email', { json: { email } })).status).toBe(204);
    const code = await codeTo({ dataDir }, email);
    expect((await client.send('POST', '/resume/email/confirm', { json: { code } })).status).toBe(204);
    await linkTo({ dataDir }, email);
  }
  const { referenceNumber } = expected(200, await submit(client, id));
  return { id, reference: referenceNumber ?? '' };
}

/** Waits until a job of each kind has been sent and no job is waiting. */
async function allSent({ run }: Operator): Promise<void> {
  const list = async () => {
    const { data } = await run(0, ['deliveries', 'list', '--limit', '200']);
    const { deliveries } = data as { deliveries: { kind: string; state: string }[] };
    return deliveries;
  };
  await expect.poll(async () => (await list()).filter(({ state }) => state === 'waiting')).toEqual([]);
  const kinds = new Set((await list()).filter(({ state }) => state === 'sent').map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([...outboxKinds].sort());
}

async function keysAndChecks({ run, runAlone }: Operator, id: string): Promise<void> {
  await run([0, 1], ['doctor']);
  const ofProgram = ['--program', 'toro'];
  const issued = await run(0, ['keys', 'issue', ...ofProgram, '--store', '87654321']);
  await run(0, ['keys', 'list']);
  await run(0, ['keys', 'revoke', idIn(issued.data)]);
  await run(0, ['entity-keys', 'add', 'round', ...ofProgram, '--store', '87654321']);
  await run(0, ['entity-keys', 'list']);
  await run(0, ['entity-keys', 'remove', 'round', ...ofProgram]);
  await run(0, ['approvals', 'list']);
  await run(2, ['approvals', 'grant', unknownId]);
  for (const act of ['use', 'revoke'])
    await run(0, ['delivery-keys', act, idIn((await run(0, ['delivery-keys', 'add'])).data)]);
  await run(0, ['delivery-keys', 'list']);
  await run(0, ['delivery-keys', 'export']);
  const heads = await run(0, ['audit', 'heads']);
  await run(0, ['audit', 'verify', 'heads.jsonl'], heads.files[0]);
  await run(0, ['audit', 'key']);
  await run(0, ['audit', 'show', id]);
  await run(0, ['encryption', 'status']);
  await run(0, ['encryption', 'seal']);
  await run(0, ['encryption', 'rotate']);
  await run(0, ['retention', 'run']);
  await runAlone(0, 'programs', 'check');
}

/** Backs up the store, verifies the backup and restores it. Expects all three to fail on PostgreSQL, which has its own tools. */
async function backups(
  { databaseUrl }: Installation,
  { run, runAlone }: Operator,
  folder: string,
): Promise<void> {
  const file = `${folder}.tar.gz`;
  const isEmbedded = databaseUrl === undefined;
  await run(isEmbedded ? 0 : 1, ['store', 'backup', '--out', file]);
  await runAlone(isEmbedded ? 0 : 2, 'store', 'verify-backup', file);
  await runAlone(isEmbedded ? 0 : 1, 'store', 'restore', file, '--data-dir', folder);
  await runAlone(isEmbedded ? 1 : 0, 'migrate');
  for (const path of [folder, file]) await rm(path, { recursive: true, force: true });
}
