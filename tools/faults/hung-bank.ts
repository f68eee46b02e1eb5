/**
 * S7: one bank hangs while another takes half a second for each delivery. The second bank must get its deliveries as fast as it
 * would without the bank that hangs.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enqueue } from '../../server/db/queries/outbox.ts';
import { countOnly, type Figure, mustBeZero, mustOccur } from '../../tests/support/figures.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { installProvider } from '../../tests/support/https-provider.ts';
import { type Installation, storeNames } from '../../tests/support/installation.ts';
import { expected, prepare, submit } from '../../tests/support/sample-application.ts';
import { newCertificate, type TestCertificate } from '../../tests/support/test-certificate.ts';
import { openReceiver } from '../../tests/support/test-receiver.ts';
import { percentile } from '../bench/bench.ts';
import type { Fault } from './fault.ts';

const slowMillis = 500;

/** Number of applications that people submit to each bank before the server restarts. */
const applications = 15;
/** Number of deliveries that wait for each bank when the server starts again. */
const waitingAtBanks = { works: 300, hangs: 60 };

/** Milliseconds for which people submit applications to the bank that works. */
const submitMillis = 40_000;
/** Number of people who, at the same time, submit applications to the bank that works. */
const submitters = 2;

/** Maximum milliseconds from the restart of the server until the bank that works has received all waiting deliveries. */
const arrivalMillis = 60_000;

const leastPerSecond = 20;
const mostWaitingMillis = 10_000;

export const hungBank: Fault = {
  name: 'S7',
  about: 'one bank hangs, and another takes 500 ms for each delivery: deliveries per second, and their delay',
  stores: storeNames,
  run: async (installation) => {
    const { server } = installation;
    const certificate = newCertificate();
    /** Arrival time of each delivery, by the delivery's id. */
    const arrived = new Map<string, number>();
    const works = await openReceiver(certificate, (response, { headers }) => {
      const id = String(headers['webhook-id']);
      if (!arrived.has(id)) arrived.set(id, Date.now());
      setTimeout(() => response.writeHead(204).end(), slowMillis);
    });
    const hangs = await openReceiver(certificate, () => {});
    try {
      await twoBanks(installation, works.url, hangs.url, certificate);
      await server.start();
      const origins = { works: server.origin, hangs: server.origin.replace('127.0.0.1', 'localhost') };
      const submitted = {
        works: await submitSome(origins.works, applications),
        hangs: await submitSome(origins.hangs, applications),
      };
      await server.stop();

      const backlog = await addBacklog(installation, submitted);
      await server.start();
      const isThere = () => backlog.every((id) => arrived.has(id));
      for (const until = performance.now() + arrivalMillis; !isThere() && performance.now() < until; )
        await pause(50);
      const times = backlog.flatMap((id) => arrived.get(id) ?? []).sort((one, other) => one - other);
      const perSecond = ((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));

      const until = performance.now() + submitMillis;
      const fresh = await Promise.all(
        Array.from({ length: submitters }, async () => {
          const ids: string[] = [];
          while (performance.now() < until) ids.push(...(await submitSome(origins.works, 1)));
          return ids;
        }),
      );
      await pause(mostWaitingMillis);
      await server.stop();
      const waits = await waitsOf(installation, fresh.flat(), arrived);
      return [
        mustOccur('started deliveries to the bank that hangs', hangs.received.length),
        mustBeZero('deliveries that did not arrive', backlog.length - times.length + waits.missing),
        {
          what: 'deliveries per second',
          value: perSecond.toFixed(1),
          demand: `≥ ${leastPerSecond}`,
          met: perSecond >= leastPerSecond,
        },
        countOnly('applications submitted during this time', fresh.flat().length),
        lateness(waits.millis),
      ];
    } finally {
      await Promise.all([works.close(), hangs.close()]);
    }
  },
};

function lateness(millis: readonly number[]): Figure {
  const p95 = percentile(millis, 0.95);
  return {
    what: 'time from submit to arrival, p95',
    value: `${(p95 / 1000).toFixed(2)} s`,
    demand: `< ${mostWaitingMillis / 1000} s`,
    met: millis.length > 0 && p95 < mostWaitingMillis,
  };
}

/** Creates programs of two banks for the server. The host `localhost` selects the bank that hangs. */
async function twoBanks(
  installation: Installation,
  works: string,
  hangs: string,
  certificate: TestCertificate,
): Promise<void> {
  const { env } = await installProvider(installation, works, certificate);
  const programs = env['PROGRAMS_DIR'] ?? '';
  const change = async (name: string, edit: (program: ProgramJson) => void) => {
    const file = join(programs, name, 'program.json');
    const program = JSON.parse(await readFile(file, 'utf8')) as ProgramJson;
    edit(program);
    await writeFile(file, JSON.stringify(program));
  };
  await change('demo', (program) => {
    program.hosts = ['127.0.0.1'];
  });
  await change('exmark', (program) => {
    program.hosts = ['localhost'];
    program.provider.providerId = 'hung-bank';
    program.provider.delivery.url = hangs;
  });
  const keyFile = 'provider-key.pem';
  await cp(join(programs, 'demo', keyFile), join(programs, 'exmark', keyFile));
  const secrets = env['DELIVERY_SECRETS'] ?? '';
  const ofBoth = `${secrets}\n${secrets.replace('quillbrook:', 'hung-bank:')}`;
  Object.assign(installation.env, { DELIVERY_SECRETS: ofBoth });
}

interface ProgramJson {
  hosts: readonly string[];
  provider: { providerId: string; delivery: { url: string } };
}

async function submitSome(origin: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = httpClient(origin);
    const { id } = await prepare(client);
    expected(200, await submit(client, id));
    ids.push(id);
  }
  return ids;
}

/** Adds waiting deliveries for each bank. Returns the ids of the deliveries to the bank that works. */
async function addBacklog(
  installation: Installation,
  submitted: { readonly works: readonly string[]; readonly hangs: readonly string[] },
): Promise<readonly string[]> {
  const database = await installation.openStore();
  const now = new Date();
  await database.db.transaction().execute(async (transaction) => {
    for (const bank of ['hangs', 'works'] as const)
      for (let at = 0; at < waitingAtBanks[bank]; at += 1)
        await enqueue(transaction, submitted[bank][at % applications] ?? '', 'delivery', now);
  });
  const rows = await database.db
    .selectFrom('outbox')
    .select('id')
    .where('create_date_time', '=', now)
    .where('application_id', 'in', submitted.works)
    .execute();
  await database.close();
  return rows.map(({ id }) => id);
}

/** Returns the milliseconds from each submission until its delivery arrived, and the number of missing deliveries. */
async function waitsOf(
  installation: Installation,
  ids: readonly string[],
  arrived: ReadonlyMap<string, number>,
): Promise<{ readonly millis: readonly number[]; readonly missing: number }> {
  const database = await installation.openStore();
  const jobs = await database.db
    .selectFrom('outbox')
    .select(['id', 'create_date_time'])
    .where('application_id', 'in', ids)
    .where('kind', '=', 'delivery')
    .execute();
  await database.close();
  const millis = jobs.flatMap(({ id, create_date_time: begun }) => {
    const at = arrived.get(id);
    return at === undefined ? [] : [at - begun.getTime()];
  });
  return { millis, missing: jobs.length - millis.length };
}
