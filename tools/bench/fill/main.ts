/**
 * `npm run fill -- --applications 1000000` fills a private PostgreSQL with submitted applications, which the product's code
 * encrypts with the keys in DATA_DIR. The role in DATABASE_URL must be a superuser. Before you run this command, start the server
 * once on that database.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { fillStore, NotToBeFilled } from './fill-store.ts';

const { values } = parseArgs({
  options: {
    applications: { type: 'string', default: '1000' },
    months: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '1440' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const [applications, months, threads, minutes] = [
  values.applications,
  values.months,
  values.threads,
  values.minutes,
].map(Number);
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = './data' } = process.env;
const isWrong = [applications, months, threads, minutes].some(
  (value) => !Number.isInteger(value) || !value || value < 1,
);
if (databaseUrl === undefined || isWrong) {
  console.error(
    'DATABASE_URL=… DATA_DIR=… npm run fill -- --applications 1000 [--months 30] [--threads 2] [--minutes 60]',
  );
  process.exit(64);
}
const begun = performance.now();
const seconds = () => (performance.now() - begun) / 1000;
try {
  const made = await fillStore({
    databaseUrl,
    dataDir,
    applications: Number(applications),
    months: Number(months),
    threads: Number(threads),
    stopAt: Date.now() + Number(minutes) * 60_000,
    tell: (count) =>
      console.error(
        `${count.toLocaleString('en-US')} applications, ${(count / seconds()).toFixed(0)} a second`,
      ),
  });
  console.log(`${made.toLocaleString('en-US')} applications in ${seconds().toFixed(0)} s`);
} catch (error) {
  if (!(error instanceof NotToBeFilled)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
