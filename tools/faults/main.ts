/**
 * `npm run faults` tests all rows of the reliability table on real processes. Each fault gets a new installation on each of its
 * stores: the embedded store, a private PostgreSQL, or both. If a row is proved by tests or attacks, the script runs these.
 * Prints the figures next to the requirements, and exits with 1 if a requirement is not met. `--write` writes each outcome into
 * `docs/reports/faults.md` as soon as it is known. That page lists how long each fault takes. The script needs openssl and
 * PostgreSQL's programs, and lists any other packages that are missing.
 */
import { parseArgs } from 'node:util';
import { buildPage, builds } from '../../scripts/build.ts';
import { conclude, type Figure, type Row } from '../../tests/support/figures.ts';
import { install, type StoreName, storeNames } from '../../tests/support/installation.ts';
import { absentBucket } from './absent-bucket.ts';
import { absentDatabase } from './absent-database.ts';
import { failovers } from './failover.ts';
import type { Fault, FaultOptions } from './fault.ts';
import { writeOutcome } from './faults-page.ts';
import { fullDisk } from './full-disk.ts';
import { hungBank } from './hung-bank.ts';
import { killedServer } from './killed-server.ts';
import { killedWorker } from './killed-worker.ts';
import { largeDeliveries } from './large-deliveries.ts';
import { rolls } from './roll.ts';
import { stoppedServer } from './stopped-server.ts';
import { type TestedFault, testedFaults } from './tested-faults.ts';
import { wrongClock } from './wrong-clock.ts';

const faults: readonly (Fault | TestedFault)[] = [
  ...testedFaults,
  killedServer,
  stoppedServer,
  absentDatabase,
  killedWorker,
  fullDisk,
  wrongClock,
  ...rolls,
  ...failovers,
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
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(
    'npm run faults -- [--only F1,F7] [--store embedded|PostgreSQL] [--kills 50] [--outage 30] [--write]\n',
  );
  for (const [name, about] of new Map(faults.map((fault) => [fault.name, fault.about])))
    console.log(`${name}  ${about}`);
  process.exit(0);
}

const wanted = values.only?.split(',') ?? faults.map(({ name }) => name);
const options = { kills: Number(values.kills), outage: Number(values.outage) };
const labelOf = ({ name, ...fault }: Fault | TestedFault) =>
  'variant' in fault && fault.variant !== undefined ? `${name} ${fault.variant}` : name;
const namesOf = (fault: Fault | TestedFault) => [fault.name, labelOf(fault)];
const strange = wanted.filter((name) => !faults.some((fault) => namesOf(fault).includes(name)));
const isStore = storeNames.some((store) => values.store === undefined || store === values.store);
if (strange.length > 0 || !isStore || !(options.kills > 0) || !(options.outage > 0)) {
  console.error('There is no such fault, store or figure. See --help.');
  process.exit(2);
}
// Calls `process.exit` on a signal, because a signal alone would skip the exit listeners, which end the processes that faults
// start. Allows any number of exit listeners, because each of those processes has its own listener.
process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Starts a timer that ends the whole script with exit code 1 after this many minutes, in case a fault hangs. */
function endAfter(minutes: number): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(`Stopped after ${minutes} minutes.`);
    process.exit(1);
  }, minutes * 60_000);
}

/** A run of a fault: the name of its row, and the function that causes the fault. */
interface Trial {
  readonly row: string;
  readonly about: string;
  readonly run: () => Promise<readonly Figure[]>;
}

function trialsOf(fault: Fault | TestedFault, options: FaultOptions): readonly Trial[] {
  if ('prove' in fault) return [{ row: fault.name, about: fault.about, run: fault.prove }];
  const { about, stores } = fault;
  return stores
    .filter((store) => values.store === undefined || store === values.store)
    .map((store) => ({
      row: `${labelOf(fault)} ${store}`,
      about,
      run: () => runOn(store, fault, options),
    }));
}

async function runOn(store: StoreName, fault: Fault, options: FaultOptions): Promise<readonly Figure[]> {
  const installation = await install(store);
  try {
    return await fault.run(installation, options);
  } finally {
    await installation.remove();
  }
}

/** Returns a failed figure for a trial that threw an error, so that the other trials still run. */
function broken(error: unknown): readonly Figure[] {
  console.error(error);
  return [{ what: 'broke', value: String(error), demand: '', met: false }];
}

for (const build of Object.values(builds)) buildPage(build);
const rows: Row[] = [];
const chosen = faults.filter((fault) => namesOf(fault).some((name) => wanted.includes(name)));
for (const { row, about, run } of chosen.flatMap((fault) => trialsOf(fault, options))) {
  console.log(`${row}: ${about}`);
  const limit = endAfter(15 + options.kills / 2);
  const begun = performance.now();
  const figures = await run().catch(broken);
  clearTimeout(limit);
  const minutes = (performance.now() - begun) / 60_000;
  const failing = figures.filter(({ met }) => !met).length;
  console.log(
    `  ${figures.length - failing} of ${figures.length} figures hold, ${minutes.toFixed(1)} minutes`,
  );
  rows.push(...figures.map((figure) => ({ name: row, ...figure })));
  if (values.write) writeOutcome({ row, about, figures, minutes });
}
conclude(rows);
