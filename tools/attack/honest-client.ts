/**
 * An applicant who keeps working during an attack. Reads the application and the page alternately, over a new connection each
 * time. Runs in a separate thread, so that the attackers' work does not delay its time measurements.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { call, sessionFrom } from './attackers.ts';

/** The measurements of the honest client. */
export interface Met {
  readonly millis: readonly number[];
  /** Number of calls that got no response, or a status other than 200. */
  readonly failed: number;
}

export interface HonestClient {
  /** Stops calling and resolves to the measurements. */
  stop(): Promise<Met>;
}

const address = '127.0.0.9';
const betweenMillis = 50;

/** Starts a thread that creates a session and an application and then makes calls. Resolves once the calls have begun. */
export async function beginHonestClient(port: number): Promise<HonestClient> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port } });
  const message = <Told>() =>
    new Promise<Told>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await message();
  return {
    stop: async () => {
      const met = message<Met>();
      worker.postMessage('stop');
      return met;
    },
  };
}

async function callUntilStopped(port: number): Promise<void> {
  const session = await sessionFrom(port, address);
  const created = await call(port, 'POST', '/api/v1/application', {
    from: address,
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({
      applicationData: { businessName: 'Larkspur Lawn' },
      disclosures: { shareInformation: true, authority: true },
    }),
  });
  const { id } = JSON.parse(created.body.toString()) as { id: string };
  const paths = [`/api/v1/application/${id}`, '/'];
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  parentPort?.postMessage('begun');
  const calls: Promise<{ readonly millis: number; readonly status: number | undefined }>[] = [];
  // Starts each call on schedule, even if earlier calls have not ended. If the server stalls for a second, all calls of that
  // second then show the delay.
  while (!stopped) {
    await pause(betweenMillis);
    const begun = performance.now();
    const [path = ''] = paths.slice(calls.length % paths.length);
    calls.push(
      call(port, 'GET', path, { from: address, headers: session }).then(({ status }) => ({
        millis: performance.now() - begun,
        status,
      })),
    );
  }
  const ended = await Promise.all(calls);
  parentPort?.postMessage({
    millis: ended.map(({ millis }) => millis),
    failed: ended.filter(({ status }) => status !== 200).length,
  } satisfies Met);
}

if (!isMainThread) await callUntilStopped((workerData as { port: number }).port);
