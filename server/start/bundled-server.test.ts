import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import { freshFolder } from '../../tests/support/database.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { hasIndependentReceiver, openIndependently } from '../../tests/support/independent-receiver.ts';
import { install } from '../../tests/support/installation.ts';
import { openedDelivery } from '../../tests/support/opened-delivery.ts';
import { operatorAt } from '../../tests/support/operator-call.ts';
import { builtOperator, runOperator } from '../../tests/support/operator-installation.ts';
import { bytesBelow, makeProductionInstall } from '../../tests/support/production-install.ts';
import {
  business,
  canaries,
  expected,
  keptSamplePdf,
  prepareWhole,
  submit,
} from '../../tests/support/sample-application.ts';
import { buildInfo } from '../config/build-info.ts';
import type { Delivery } from '../delivery/provider-delivery.ts';

/**
 * Tests the bundle that `npm start` builds, in a folder with only the packages of a production install. Other tests run the
 * sources, which find worker processes, files and fonts in a different way.
 */
test('the built server takes an application, prints, delivers, exports and backs up', {
  timeout: 240_000,
}, async () => {
  const release = await freshFolder();
  await makeProductionInstall(release);
  // The limit of a production install is 150 MB (S9).
  expect(await bytesBelow(release)).toBeLessThan(150_000_000);
  const { server, folder, remove } = await install('embedded', release);
  onTestFinished(remove);
  await server.start();
  const pid = server.pid();
  const dataDir = join(folder, 'data');
  const page = await fetch(server.origin);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('permissions-policy')).toContain('camera=(),geolocation=(),microphone=()');

  // The built server reports its commit without using git.
  const build = await (await fetch(`${server.origin}/health/live`)).json();
  const { stdout: head } = await promisify(execFile)('git', ['rev-parse', 'HEAD']);
  expect(build).toEqual({
    status: 'ok',
    ...buildInfo,
    commit: expect.stringMatching(`^${head.trim()}(-changed)?$`),
  });

  const client = httpClient(server.origin);
  const { id, document } = await prepareWhole(client);
  expect(document.contentType).toBe('application/pdf');
  const terms = expected(200, await client.send<Agreement>('GET', '/agreement/terms'));
  const { bytes: pdf } = await client.send('GET', '/agreement/terms/pdf');
  expect(pdf.toString('latin1', 0, 8)).toBe('%PDF-1.7');
  const picture = terms.pagesUrl.replace('/api/v1', '').replace('{n}', '1');
  expect((await client.send('GET', picture)).status).toBe(200);

  const { status, referenceNumber } = expected(200, await submit(client, id));
  expect(status).toBe('submitted');
  const filesIn = (name: string, ending: string) =>
    readdir(join(dataDir, name)).then(
      (names) => names.filter((each) => each.endsWith(ending)),
      () => [],
    );
  await expect.poll(() => filesIn('mail', '.eml')).toHaveLength(1);
  await expect.poll(() => filesIn('deliveries', '.jwe')).toHaveLength(1);

  const operator = operatorAt({ dataDir, operatorSocket: undefined });
  if (hasCoreFilter)
    for (const each of [pid, ...(await childrenOf(pid))])
      expect(await readFile(`/proc/${each}/coredump_filter`, 'latin1')).toBe('00000000\n');
  const named = ['--reference', referenceNumber ?? '', '--reason', 'a check'];
  // Regression: a server that ended a printing thread while the thread was exiting crashed within four exports.
  for (let exports = 0; exports < 4; exports += 1) {
    const { files } = await operator(['applications', 'export', '--format', 'evidence-pdf', ...named]);
    expect(files.map(({ bytes }) => bytes.toString('latin1', 0, 8))).toEqual(['%PDF-1.7']);
  }
  const backup = join(folder, 'backup.tar.gz');
  expect(await operator(['store', 'backup', '--out', backup])).toMatchObject({ exitCode: 0 });
  expect((await readFile(backup)).readUInt16BE(0)).toBe(0x1f8b);

  const [delivered = ''] = await filesIn('deliveries', '.jwe');
  const body = await readFile(join(dataDir, 'deliveries', delivered), 'latin1');
  const key: JWK = JSON.parse(
    await readFile(join(dataDir, 'deliveries/keys/quillbrook.private.jwk'), 'utf8'),
  );
  const { content } = await openedDelivery(body, key);
  expectWhole(content, await keptSamplePdf());
  if (hasIndependentReceiver) {
    const { text: senderKeys } = await operator(['delivery-keys', 'export']);
    const received = await openIndependently(
      { headers: {}, body },
      {
        privateKey: createPrivateKey({ key, format: 'jwk' })
          .export({ type: 'pkcs8', format: 'pem' })
          .toString(),
        senderKeys,
        providerId: 'quillbrook',
        secrets: [],
        now: new Date(),
      },
    );
    expect(JSON.parse(received)).toEqual(content);
  }

  expect([server.isRunning(), server.pid()]).toEqual([true, pid]);
  expect(await server.stop()).toBe(0);

  const main = join(release, 'dist/server/operator/main.js');
  const { exitCode, stdout } = await runOperator({ DATA_DIR: dataDir }, ['audit', 'verify'], { main });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 application')]);

  // Copy the sources next to the bundle, as in the installation guide. Only production packages are installed.
  for (const name of ['api', 'copy', 'form', 'package-lock.json', 'scripts', 'server', 'web'])
    await cp(name, join(release, name), { recursive: true });
  await promisify(execFile)(process.execPath, ['scripts/operator.ts', '--version'], { cwd: release });
});

function expectWhole({ snapshot, documents }: Delivery, file: Buffer): void {
  expect(snapshot.applicationData).toMatchObject({
    businessName: business.businessName,
    taxId: canaries.taxId,
  });
  expect(documents).toMatchObject([{ content: file.toString('base64') }]);
}

/** Whether the kernel has the file that sets which memory goes into a core file. The value 0 leaves out all memory (core(5)). */
const hasCoreFilter = existsSync('/proc/self/coredump_filter');

test.runIf(hasCoreFilter)("an operator's process leaves its memory out of core files", async () => {
  const told =
    "import{readFileSync}from'node:fs';process.on('exit',()=>console.error(readFileSync('/proc/self/coredump_filter','latin1')))";
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(told)}`,
    builtOperator,
    '--help',
  ]);
  expect(stderr.trim()).toBe('00000000');
});

/** Returns the ids of a process's running children. */
async function childrenOf(pid = 0): Promise<readonly string[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'latin1'));
  return (await Promise.all(lists)).flatMap((list) => list.trim().split(' ').filter(Boolean));
}
