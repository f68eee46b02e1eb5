/**
 * F7: the server is killed right after a mail server or provider has received a message, either before or after the server gets
 * the response. The email and delivery of each submitted application must arrive at least once, always with the same id, and
 * nothing else may arrive.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { importPKCS8 } from 'jose';
import { countOnly, type Figure, mustBeZero } from '../../tests/support/figures.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { installProvider } from '../../tests/support/https-provider.ts';
import { type Installation, type ServerProcess, storeNames } from '../../tests/support/installation.ts';
import { openedDelivery } from '../../tests/support/opened-delivery.ts';
import { expected, prepare, submit } from '../../tests/support/sample-application.ts';
import { newCertificate } from '../../tests/support/test-certificate.ts';
import { openReceiver, type TestReceiver } from '../../tests/support/test-receiver.ts';
import { headerOf, openSmtp, type TestSmtp } from '../../tests/support/test-smtp.ts';
import type { Fault } from './fault.ts';

/** Maximum milliseconds to wait for the remaining jobs: a lease of 170 s, a retry, and a margin. */
const drainMillis = 400_000;

export const killedWorker: Fault = {
  name: 'F7',
  about:
    'SIGKILL after a job is sent and before it is marked as sent: it arrives at least once, always with the same id',
  stores: storeNames,
  run: async (installation, { kills }) => {
    const { server, env } = installation;
    let killed = 0;

    /** Kills the server with a probability of one half, up to `kills` times in total. Returns whether it killed the server. */
    function kill(): boolean {
      if (killed === kills || !server.isRunning() || randomInt(2) === 0) return false;
      killed += 1;
      server.signal('SIGKILL');
      if (killed % 10 === 0) console.log(`  ${killed} of ${kills} kills`);
      return true;
    }
    /**
     * Called when a message has arrived. Calls `kill` either before the response or some milliseconds after it. If the server is
     * killed before the response, calls `hangUp` instead of `answer`.
     */
    const takeThenKill = (answer: () => void, hangUp: () => void) => {
      if (randomInt(2) === 0) return kill() ? hangUp() : answer();
      answer();
      setTimeout(kill, randomInt(15));
    };

    const certificate = newCertificate();
    const receiver = await openReceiver(certificate, (response) =>
      takeThenKill(
        () => response.writeHead(204).end(),
        () => response.destroy(),
      ),
    );
    const smtp = await openSmtp({
      onMail: () =>
        new Promise((resolve, reject) =>
          takeThenKill(resolve, () => reject(new Error('The client has disconnected.'))),
        ),
    });
    try {
      const metricsPort = await freePort();
      const provider = await installProvider(installation, receiver.url, certificate);
      Object.assign(env, { SMTP_URL: `smtp://${smtp.address}`, METRICS_PORT: String(metricsPort) });
      const submitted = await submitUntil(installation, () => killed === kills);
      const unsent = await drain(installation, `http://127.0.0.1:${metricsPort}/metrics`);
      await server.stop();
      return [
        countOnly('kills', killed),
        countOnly('submitted applications', submitted.length),
        mustBeZero('jobs that were never marked as sent', unsent),
        ...arrivalFigures('emails', mailArrivals(smtp), submitted),
        ...arrivalFigures('deliveries', await deliveryArrivals(receiver, provider.privateKey), submitted),
      ];
    } finally {
      await receiver.close();
      await smtp.close();
    }
  },
};

/** Submits applications, and restarts the server each time it was killed. Returns the reference numbers. */
async function submitUntil({ server }: Installation, isEnough: () => boolean): Promise<string[]> {
  const submitted: string[] = [];
  while (!isEnough()) {
    await keepRunning(server);
    const client = httpClient(server.origin);
    const prepared = await prepare(client).catch(() => undefined);
    if (!prepared) continue;
    for (let reference: string | null = null; reference === null; ) {
      await keepRunning(server);
      // If the response was lost, the repeated call gets the same response (D27).
      const reply = await submit(client, prepared.id).catch(() => undefined);
      if (!reply) continue;
      reference = expected(200, reply).referenceNumber;
      if (reference !== null) submitted.push(reference);
    }
    await pause(randomInt(100));
  }
  return submitted;
}

/** Starts the server unless it is running. Tries again if it is killed while it starts. */
async function keepRunning(server: ServerProcess): Promise<void> {
  while (!server.isRunning()) await server.start();
}

/** Waits until all jobs are marked as sent. Returns the number of jobs that were not sent in time. */
async function drain({ server }: Installation, metricsUrl: string): Promise<number> {
  const until = performance.now() + drainMillis;
  for (;;) {
    await keepRunning(server);
    const unsent = await unsentJobs(metricsUrl).catch(() => Number.POSITIVE_INFINITY);
    if (unsent === 0 || performance.now() > until) return unsent;
    await pause(500);
  }
}

/** Returns the number of pending and dead jobs in the server's metrics. */
async function unsentJobs(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const counts = [...text.matchAll(/^outbox_jobs\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
  if (counts.length === 0) throw new Error('The metrics of the store are not available.');
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A message that arrived: the ids of the message and of its application. */
interface Arrival {
  readonly id: string;
  readonly reference: string;
}

function arrivalFigures(what: string, arrivals: readonly Arrival[], submitted: readonly string[]): Figure[] {
  const idsOf = new Map<string, Set<string>>(submitted.map((reference) => [reference, new Set()]));
  const strange = arrivals.filter(({ reference }) => !idsOf.has(reference));
  for (const { id, reference } of arrivals) idsOf.get(reference)?.add(id);
  const counts = [...idsOf.values()].map(({ size }) => size);
  return [
    countOnly(`${what} that arrived, including repeats`, arrivals.length),
    mustBeZero(`submitted applications without ${what}`, counts.filter((count) => count === 0).length),
    mustBeZero(`${what} with more than one id`, counts.filter((count) => count > 1).length),
    mustBeZero(`${what} that belong to no submitted application`, strange.length),
  ];
}

function mailArrivals({ received }: TestSmtp): Arrival[] {
  return received.map(({ raw }) => ({
    id: headerOf(raw, 'Message-ID') ?? '',
    reference: /[A-Z]{4}-\d{4}-\d{4}/.exec(headerOf(raw, 'Subject') ?? '')?.[0] ?? '',
  }));
}

async function deliveryArrivals({ received }: TestReceiver, privateKey: string): Promise<Arrival[]> {
  const key = await importPKCS8(privateKey, 'RSA-OAEP-256');
  return Promise.all(
    received.map(async ({ headers, body }) => {
      const { id, referenceNumber } = (await openedDelivery(body, key)).content;
      const isSame = id === headers['webhook-id'];
      return {
        id: isSame ? id : `${id} as ${headers['webhook-id']}`,
        reference: referenceNumber ?? '',
      };
    }),
  );
}
