/**
 * Tests that clients generated from the served OpenAPI document compile in strict mode, complete an application, and reject wrong
 * types.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import { removeFolder } from '../support/folders.ts';
import { type OpenapiDocument, openapiDocument } from '../support/openapi-document.ts';
import { root } from '../support/repository.ts';
import { samplePdf } from '../support/sample-application.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/**
 * Folders for the PATH. The folder of the workspace `tests/clients` comes first, because the clients must be compiled with this
 * workspace's compiler, which has another version than the repository's.
 */
const programs = [
  join(root, 'tests/clients/node_modules/.bin'),
  join(root, 'node_modules/.bin'),
  dirname(process.execPath),
];

let server: TestServer;
let origin: string;
let document: OpenapiDocument;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  document = await openapiDocument(server);
  folder = await mkdtemp(join(tmpdir(), 'clients-'));
  await cp(join(root, 'tests/clients'), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'articles.pdf'), samplePdf);
});
afterAll(async () => {
  await Promise.all([server.stop(), removeFolder(folder)]);
});

/** Runs a program in the folder. Returns its output, and whether it succeeded. */
async function run(program: string, ...values: string[]): Promise<{ ok: boolean; output: string }> {
  const env = { ...process.env, PATH: [...programs, process.env['PATH']].join(delimiter) };
  try {
    const { stdout } = await promisify(execFile)(program, values, { cwd: folder, env });
    return { ok: true, output: stdout };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { ok: false, output: `${error}\n${stdout}\n${stderr}` };
  }
}

/**
 * Returns a source file that compiles only if no property in any schema accepts a JavaScript symbol. It doesn't compile if a
 * property has the type `unknown`, which accepts symbols.
 */
function wrongProperties(imported: string, typeOf: (schema: string) => string): string {
  const lines = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties).map(
      (key) => `  // @ts-expect-error ${name}.${key}\n  Symbol() satisfies ${typeOf(name)}['${key}'],`,
    ),
  );
  expect(lines.length).toBeGreaterThan(200);
  return `${imported}\nexport const wrong = [\n${lines.join('\n')}\n];\n`;
}

const clients = [
  {
    client: 'hey-api',
    generate: () =>
      run('openapi-ts', '-i', 'openapi.json', '-o', 'hey-api/generated', '--no-log-file', '--silent'),
    imported: `import type * as schemas from './generated/types.gen.js';`,
    typeOf: (schema: string) => `schemas.${schema}`,
  },
  {
    client: 'openapi-fetch',
    generate: () => run('openapi-typescript', 'openapi.json', '-o', 'openapi-fetch/generated/schema.ts'),
    imported: `import type { components } from './generated/schema.js';`,
    typeOf: (schema: string) => `components['schemas']['${schema}']`,
  },
];

describe.each(clients)('a client for $client', ({ client, generate, imported, typeOf }) => {
  test('is generated, compiles in strict mode, and rejects wrong types', async () => {
    expect(await generate()).toMatchObject({ ok: true });
    await writeFile(join(folder, client, 'wrong-properties.ts'), wrongProperties(imported, typeOf));
    expect(await run('tsc', '-p', client)).toEqual({ ok: true, output: '' });
  });

  test('completes one application with every optional part', async () => {
    const applied = await run(
      'node',
      '--input-type=module',
      '--eval',
      `import { readFileSync } from 'node:fs';
      import { apply } from './compiled/${client}/apply.js';
      console.log(JSON.stringify(await apply('${origin}', readFileSync('articles.pdf'))));`,
    );
    expect(applied).toMatchObject({ ok: true });
    const application: Application = JSON.parse(applied.output);
    expect(application).toMatchObject({
      status: 'submitted',
      referenceNumber: expect.stringMatching(/\S/),
      applicationData: { businessName: 'Larkspur Lawn Care LLC', dba: null, taxIdLast4: '5926' },
      consents: ['esign', 'terms', 'guarantor', 'controlling-party'].map((agreement) =>
        expect.objectContaining({ agreement, agreed: true }),
      ),
    });
  });
});
