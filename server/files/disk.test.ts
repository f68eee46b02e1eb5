import { expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';

test('the embedded store reports free space only while the disk has at least the limit free', async () => {
  const roomy = await openTestDatabase({ minimumFreeBytes: 1 });
  expect(await roomy.hasFreeSpace()).toBe(true);
  await roomy.close();

  const full = await openTestDatabase({ minimumFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await full.hasFreeSpace()).toBe(false);
  await full.close();
});
