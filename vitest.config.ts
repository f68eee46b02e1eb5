import { defineConfig } from 'vitest/config';

/**
 * Two projects: everything that needs no browser runs side by side; then browser journeys, one after another, with the
 * machine to themselves.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: 'server/store/test-database-setup.ts',
    projects: [
      {
        test: {
          name: 'unit',
          // A process and its modules serve many files; one that changes the process puts it back.
          isolate: false,
          include: ['{form,api,server,web,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          sequence: { groupOrder: 0 },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
