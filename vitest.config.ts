import { defineConfig } from 'vitest/config';

/** Two projects: everything that needs no browser runs side by side; browser journeys run one after another. */
export default defineConfig({
  test: {
    globalSetup: 'server/store/test-database-setup.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{form,api,server,web,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
