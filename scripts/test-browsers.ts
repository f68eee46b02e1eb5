/**
 * `npm run test:browsers` applies for a card as an LLC (`tests/engines/journey.ts`) in each installed browser engine, with each
 * input method that the engine's driver supports: pointer, touch, or only the keyboard. Skips engines that are not installed.
 *
 * `--require firefox,webkit` makes these engines required, and the environment variable CI makes all engines required. If a
 * required engine is missing, prints the missing packages and exits with 1. `--only webkit` runs no other engine. A failed run
 * saves a last screenshot in `test-results/`. Exits with 1 if a run failed.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '../tests/engines/chromium.ts';
import type { Engine, Means } from '../tests/engines/engine.ts';
import { firefox } from '../tests/engines/firefox.ts';
import { apply } from '../tests/engines/journey.ts';
import { webkit } from '../tests/engines/webkit.ts';
import type { TestServer } from '../tests/support/browser/applicant.ts';
import { startTestServer } from '../tests/support/browser/applicant.ts';
import { testPdf } from '../tests/support/pdf.ts';
import { buildPage } from './build.ts';

const engines: readonly Engine[] = [chromium, firefox, webkit];

const { values: options } = parseArgs({
  options: { require: { type: 'string', default: '' }, only: { type: 'string', default: '' } },
});

/** Returns the engine names in a comma-separated list. Throws if a name is unknown. */
function named(list: string): readonly string[] {
  const names = list.split(',').filter(Boolean);
  const unknown = names.filter((name) => !engines.some((engine) => engine.name === name));
  if (unknown.length > 0) throw new Error(`There is no engine ${unknown.join()}.`);
  return names;
}

/**
 * Applies for a card in one engine with one input method, and checks that the server has the submitted application. Returns the
 * browser's user agent. If anything fails, saves a screenshot and throws.
 */
async function pass(engine: Engine, means: Means, server: TestServer, document: string): Promise<string> {
  const person = await engine.open(means);
  try {
    const reference = await apply(person, server.at('demo'), document);
    const { status } = await server.services.database.db
      .selectFrom('application')
      .select('status')
      .where('reference_number', '=', reference)
      .executeTakeFirstOrThrow();
    if (status !== 'submitted') throw new Error(`The application is ${status}.`);
    const userAgent = await person.inPage(() => navigator.userAgent);
    await person.close();
    return userAgent;
  } catch (error) {
    const picture = await person.picture().catch(() => undefined);
    await mkdir('test-results', { recursive: true });
    if (picture) await writeFile(`test-results/${engine.name}-${means}.png`, picture);
    await person.close().catch(() => undefined);
    throw error;
  }
}

const only = named(options.only);
const chosen = engines.filter(({ name }) => only.length === 0 || only.includes(name));
const required = named(options.require);
const missingRequired = chosen
  .filter(({ name }) => process.env['CI'] || required.includes(name))
  .flatMap((engine) => engine.missing() ?? []);
if (missingRequired.length > 0) {
  console.error(`The tests need these browsers: ${missingRequired.join('; ')}.`);
  process.exit(1);
}
buildPage();
const folder = await mkdtemp(join(tmpdir(), 'documents-'));
const document = join(folder, 'charter.pdf');
await writeFile(document, testPdf());
const server = await startTestServer();

for (const engine of chosen) {
  const missing = engine.missing();
  if (missing !== undefined) {
    console.log(`${engine.name}: skipped: ${missing} is missing`);
    continue;
  }
  for (const means of engine.means) {
    const name = `${engine.name} by ${means}`;
    const began = Date.now();
    try {
      const userAgent = await pass(engine, means, server, document);
      console.log(`${name}: passed in ${Math.round((Date.now() - began) / 1000)} s (${userAgent})`);
    } catch (error) {
      console.error(`${name}: failed.`, error);
      process.exitCode = 1;
    }
  }
}
await server.stop();
await rm(folder, { recursive: true });
