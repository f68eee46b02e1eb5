import { defineConfig } from 'vitest/config';

/** Files run in an order drawn from this seed, which Vitest prints; `SEED=` repeats it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 100_000);

/** What all projects of tests have in common. A process and its modules serve many files of one. */
const shared = {
  isolate: false,
  setupFiles: ['tests/support/check-left-behind.ts'],
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 240_000,
  // No test runs the embedded store for long enough to earn back what it costs to compile it a second time.
  execArgv: ['--liftoff-only'],
};

/** A browser and the modules of the server serve many files: to load both takes longer than most files run. */
const inBrowser = { ...shared, testTimeout: 240_000 };

/** Tests that take long: whole processes that are started and killed, receivers that fail, PDFs that are read back. */
const long = '**/*.long.test.ts';

/** Tests that repeat a behavior under other circumstances: networks, devices, orders, files, every command and screen. */
const thorough = '**/*.thorough.test.ts';

/**
 * Six projects. `npm test` runs everything that needs no browser, side by side, then what a person does in a browser.
 * The long ones and the look over every screen have commands of their own; the thorough ones belong to `npm run test:all`.
 * What compares times belongs to `npm run attack` alone, which runs on an idle machine.
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
