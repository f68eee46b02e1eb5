/** Tests that unreferenced objects are removed from the bucket, even if the bucket refuses to remove some of them. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder, testStores } from '../../tests/support/database.ts';
import { startS3Server } from '../../tests/support/s3-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { sweepObjects } from './sweep-objects.ts';

const refused = { status: 403, code: 'AccessDenied' } as const;

describe.each(await testStores())('unreferenced objects, on $name', (store) => {
  async function withObjects(count: number) {
    const s3 = await startS3Server(await freshFolder());
    onTestFinished(s3.stop);
    const server = await startTestServer({ store, env: s3.env });
    onTestFinished(server.stop);
    const { db } = server.database;
    const due = server.clock.now();
    const notes = Array.from({ length: count }, (_, at) => ({ name: `object-${at}`, due_date_time: due }));
    await db.insertInto('document_object').values(notes).execute();
    return { s3, server, left: () => db.selectFrom('document_object').select('name').execute() };
  }

  test('are removed in one sweep, except those that the bucket refuses to remove', async () => {
    const { s3, server, left } = await withObjects(100);
    s3.failNext(refused, refused);
    await expect(sweepObjects(server.services)).rejects.toThrow('S3_AccessDenied');
    expect(await left()).toHaveLength(2);

    server.clock.advance(10 * 60_000);
    await sweepObjects(server.services);
    expect(await left()).toEqual([]);
  });

  test('wait for the next sweep if it removes none', async () => {
    const { s3, server, left } = await withObjects(100);
    s3.failAlways(refused);
    await expect(sweepObjects(server.services)).rejects.toThrow('S3_AccessDenied');
    expect(s3.asked).toHaveLength(32);
    expect(await left()).toHaveLength(100);
  });
});
