/**
 * `npm run faults`: tests the table of reliability on real processes. Each fault gets a new installation, on the
 * embedded store and on a private PostgreSQL. Prints the figures beside the demands, and exits with 1 if one is not
 * met. Needs openssl and PostgreSQL's programs, and names what else is missing; takes about forty minutes.
 */
import { parseArgs } from 'node:util';
import { buildPage } from '../../scripts/build.ts';
import { conclude, type Row } from '../support/figures.ts';
import { install, storeNames } from '../support/installation.ts';
import { absentBucket } from './absent-bucket.ts';
import { absentDatabase } from './absent-database.ts';
import { failover } from './failover.ts';
import type { Fault } from './fault.ts';
import { hungBank } from './hung-bank.ts';
import { killedServer } from './killed-server.ts';
import { killedWorker } from './killed-worker.ts';
import { largeDeliveries } from './large-deliveries.ts';
import { roll } from './roll.ts';
import { stoppedServer } from './stopped-server.ts';
import { wrongClock } from './wrong-clock.ts';

const faults: readonly Fault[] = [
  killedServer,
  stoppedServer,
  absentDatabase,
  killedWorker,
  wrongClock,
  roll,
  failover,
  absentBucket,
  largeDeliveries,
  hungBank,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    store: { type: 'string' },
    kills: { type: 'string', default: '50' },
    outage: { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log('npm run faults -- [--only F1,F7] [--store embedded|PostgreSQL] [--kills 50] [--outage 30]\n');
  for (const { name, about } of faults) console.log(`${name}  ${about}`);
  process.exit(0);
}

const wanted = values.only?.split(',') ?? faults.map(({ name }) => name);
const options = { kills: Number(values.kills), outage: Number(values.outage) };
const strange = wanted.filter((name) => !faults.some((fault) => fault.name === name));
const isStore = storeNames.some((store) => values.store === undefined || store === values.store);
if (strange.length > 0 || !isStore || !(options.kills > 0) || !(options.outage > 0)) {
  console.error('There is no such fault, store or figure: see --help.');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** A time limit for the whole script: one that hangs proves nothing. */
function endAfter(minutes: number): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(`Given up after ${minutes} minutes.`);
    process.exit(1);
  }, minutes * 60_000);
}

buildPage();
const rows: Row[] = [];
for (const fault of faults.filter(({ name }) => wanted.includes(name)))
  for (const store of fault.stores.filter((name) => values.store === undefined || name === values.store)) {
    console.log(`${fault.name} on ${store}: ${fault.about}`);
    const limit = endAfter(15 + options.kills / 2);
    const installation = await install(store);
    try {
      const figures = await fault.run(installation, options);
      rows.push(...figures.map((figure) => ({ name: `${fault.name} ${store}`, ...figure })));
    } finally {
      await installation.remove();
      clearTimeout(limit);
    }
  }
conclude(rows);
