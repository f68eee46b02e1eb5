/** Tests that the sample files and commands in docs/install.md set up an installation. The doctor must find no problem in it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../server/operator/doctor/checks.ts';
import { startServer } from '../../server/start/start-server.ts';
import { freshFolder } from '../support/database.ts';
import { runOperator } from '../support/operator-installation.ts';
import { findPostgres, startTestPostgres } from '../support/postgres.ts';
import { newKey, withoutSamples } from '../support/programs.ts';
import { hasOpenssl, type TestCertificate, trustedCertificate } from '../support/test-certificate.ts';
import { testSettings } from '../support/test-server.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/install.md'), 'utf8');

/** Returns the guide's only code block in this language that contains these words. */
function blockWith(language: string, words: string): string {
  const blocks = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, of, block = '']) => of === language && block.includes(words));
  expect(found, words).toHaveLength(1);
  return found[0]?.[2] ?? '';
}

/** Starts a server that accepts PUT requests over TLS. Returns the server's port. */
async function receiver(certificate: TestCertificate): Promise<number> {
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => response.writeHead(201).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

test.skipIf(findPostgres() === undefined || !hasOpenssl)(
  'the sample settings, program and commands of the guide pass the doctor',
  { timeout: 240_000 },
  async () => {
    const certificate = trustedCertificate();
    const postgres = await startTestPostgres({ certificate });
    onTestFinished(postgres.stop);
    const [etc, dataDir] = [await freshFolder(), await freshFolder()];
    await chmod(dataDir, 0o700);
    const ca = join(etc, 'ca.pem');
    await writeFile(ca, certificate.cert);

    // Replaces the parts of a text that readers of the guide must replace: folders, passwords, and machines.
    const here = (text: string) =>
      text.replaceAll('/etc/card', etc).replaceAll('/var/lib/card', dataDir).replaceAll('…', 'secret');
    const sample = here(blockWith('sh', 'NODE_ENV=production'))
      .replace('db.example', `127.0.0.1:${postgres.port}`)
      .replace('heads.example', `127.0.0.1:${await receiver(certificate)}`);
    const env = Object.fromEntries(
      sample
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

    const shell = (script: string) =>
      promisify(execFile)('sh', ['-ec', here(script)], { cwd: root, env: { ...process.env, ...env } });
    await mkdir(join(etc, 'programs'));
    await shell(blockWith('sh', 'cp -r programs/toro'));
    const acme = join(etc, 'programs/acme');
    const realName = (text: string) => text.replace(/\b([\w-]+)\.example\b/g, '$1-cards.com');
    await writeFile(join(acme, 'program.json'), realName(blockWith('json', '"domainKey": "acme"')));
    for (const name of await readdir(join(acme, 'agreements'))) {
      const file = join(acme, 'agreements', name);
      await writeFile(file, withoutSamples(await readFile(file, 'utf8')));
    }
    await shell(blockWith('sh', 'echo "key-2026:$(openssl'));
    await writeFile(join(etc, 'bank-public-key.pem'), newKey().pem);
    const delivery = blockWith('sh', 'cp bank-public-key.pem').split('\n');
    await shell(
      delivery
        .filter((line) => !line.startsWith('npm'))
        .join('\n')
        .replace('bank-public', `${etc}/bank-public`),
    );

    const admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    onTestFinished(() => admin.end());
    for (const statement of blockWith('sql', 'create role card_owner').split(';\n'))
      await admin.query(statement);

    const operator = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runOperator({ ...env, NODE_EXTRA_CA_CERTS: ca, ...more }, words);
    const owner = postgres.urlOverTls('card').replace('postgres@', 'card_owner@');
    expect(await operator(['programs', 'check'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await operator(['migrate'], { MIGRATE_DATABASE_URL: owner })).exitCode).toBe(0);
    const server = await startServer(testSettings(dataDir, env), pino({ level: 'silent' }));
    onTestFinished(server.stop);

    await expect
      .poll(async () => {
        const { findings } = (await operator(['doctor', '--json'])).json<{ findings: Finding[] }>();
        return findings.filter(({ state }) => state !== 'fine');
      })
      .toEqual([]);
    expect((await operator(['doctor'])).exitCode).toBe(0);
  },
);
