import { defineConfig } from 'vitest/config';

/** Seed for the order of the test files. Vitest prints the seed. To repeat an order, set the environment variable SEED to it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 100_000);

/** Settings of all test projects. Each worker process runs many test files of a project, and its modules stay loaded. */
const shared = {
  isolate: false,
  setupFiles: ['tests/support/check-left-behind.ts'],
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 240_000,
  // Compiles WebAssembly only with the baseline compiler. The embedded database is WebAssembly, and no test uses it for long
  // enough to gain from optimized code.
  execArgv: ['--liftoff-only'],
};

/**
 * Settings of projects that need a browser. Their test files share the browser and the server's modules, because loading both
 * takes longer than most files run.
 */
const inBrowser = { ...shared, testTimeout: 240_000 };

/** Tests that take long, for example because they start and kill whole processes, wait for slow networks, or read PDFs back. */
const long = '**/*.long.test.ts';

/**
 * Tests that repeat a behavior under different circumstances: with different networks, devices, orders and files, and for every
 * command and screen.
 */
const thorough = '**/*.thorough.test.ts';

/**
 * Six projects. `npm test` runs `unit`, then `browser`. `long` and `accessibility` have their own commands. `thorough` runs in
 * `npm run test:all`, in `npm run test:changed`, in `npm run test:browser -- --late`, or if its files are named. `attack`
 * compares times, so it needs an idle machine and runs only in `npm run attack`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: 'tests/support/database-setup.ts',
    sequence: { shuffle: { files: true, tests: false }, seed },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{form,copy,api,server,web,scripts,tools}/**/*.test.ts', 'tests/{api,docs}/**/*.test.ts'],
          exclude: [long, thorough, 'tools/attack/**'],
          sequence: { groupOrder: 0 },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          exclude: [long, thorough],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'long',
          include: [long],
          exclude: ['**/node_modules/**'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'thorough',
          include: [thorough],
          exclude: ['**/node_modules/**'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'accessibility',
          include: ['tests/accessibility/**/*.test.ts'],
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'attack',
          include: ['tools/attack/**/*.test.ts'],
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
