/** F1: the server is killed at random moments under load. All data that it has acknowledged must exist after the restart. */

import { countOnly, times } from '../../tests/support/figures.ts';
import { storeNames } from '../../tests/support/installation.ts';
import { during, newCrowd, randomMoment } from './crowd.ts';
import type { Fault } from './fault.ts';

const crowdSize = 6;
const readyWithinMillis = 5_000;

export const killedServer: Fault = {
  name: 'F1',
  about: 'SIGKILL at random times under load, then a restart and a comparison with all acknowledged writes',
  stores: storeNames,
  run: async (installation, { kills }) => {
    const { server } = installation;
    const crowd = newCrowd(installation, crowdSize);
    const restarts: number[] = [];
    await server.start();
    for (let kill = 1; kill <= kills; kill += 1) {
      await during(crowd, async () => {
        await randomMoment(crowd);
        server.signal('SIGKILL');
        await server.ended();
      });
      restarts.push((await server.start()) ?? Number.POSITIVE_INFINITY);
      await crowd.look();
      if (kill % 10 === 0) console.log(`  ${kill} of ${kills} kills`);
    }
    await server.stop();
    return [
      countOnly('kills', kills),
      times('ready after a restart', restarts, readyWithinMillis),
      ...(await crowd.figures()),
    ];
  },
};
