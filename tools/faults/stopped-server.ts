/** F4: the server receives the signal to stop under load. Every call in progress must get its response. */
import { setTimeout as pause } from 'node:timers/promises';
import { countOnly, mustBeZero, times } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';
import { statusOf, storeNames } from '../../tests/support/installation.ts';
import { during, newCrowd, randomMoment } from './crowd.ts';
import type { Fault } from './fault.ts';

const crowdSize = 6;
const stops = 10;
const exitWithinMillis = 10_000;

export const stoppedServer: Fault = {
  name: 'F4',
  about:
    'SIGTERM under load: the server first reports “not ready”, no request in progress fails, and it exits within 10 s',
  stores: storeNames,
  run: async (installation) => {
    const { server } = installation;
    const calls: ObservedCall[] = [];
    const crowd = newCrowd(installation, crowdSize, (call) => calls.push(call));
    const exits: number[] = [];
    let [inFlight, failed, badExits, neverUnready] = [0, 0, 0, 0];
    await server.start();
    for (let stop = 1; stop <= stops; stop += 1) {
      calls.length = 0;
      let signaledAt = 0;
      await during(crowd, async () => {
        await randomMoment(crowd);
        signaledAt = performance.now();
        server.signal('SIGTERM');
        const looking = firstUnready(`${server.origin}/health/ready`);
        if ((await server.ended()) !== 0) badExits += 1;
        exits.push(performance.now() - signaledAt);
        if ((await looking) !== 503) neverUnready += 1;
      });
      const underWay = calls.filter(({ begun, ended }) => begun < signaledAt && ended >= signaledAt);
      inFlight += underWay.length;
      failed += underWay.filter(({ status = 0 }) => status < 200 || status > 299).length;
      await server.start();
      await crowd.look();
    }
    await server.stop();
    return [
      countOnly('stops', stops),
      countOnly('calls in progress', inFlight),
      mustBeZero('failed calls', failed),
      mustBeZero('stops that /health/ready did not report first', neverUnready),
      mustBeZero('exits with a code other than 0', badExits),
      times('exit', exits, exitWithinMillis),
      ...(await crowd.figures()),
    ];
  },
};

/** Requests the URL until its status is not 200, and returns that status. Returns undefined if the server ends first. */
async function firstUnready(url: string): Promise<number | undefined> {
  for (;;) {
    const status = await statusOf(url);
    if (status !== 200) return status;
    await pause(20);
  }
}
