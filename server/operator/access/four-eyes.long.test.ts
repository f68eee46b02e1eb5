import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { change, folderCopy } from '../../../tests/support/programs.ts';
import { readableText } from '../../../tests/support/readable-text.ts';
import { addDocument, canaries, prepare } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { withOpenReason } from '../../security/sealed-reasons.ts';

describe.each(await testStores())('a program that requires four eyes, on $name,', (store) => {
  /** Starts a server whose program toro requires four eyes. One application was submitted to toro and one to another program. */
  async function installed() {
    const PROGRAMS_DIR = await folderCopy();
    await change(PROGRAMS_DIR, 'toro/program.json', { fourEyes: true });
    const server = await startTestServer({ store, env: { PROGRAMS_DIR } });
    onTestFinished(server.stop);
    const toro = server.client('toro.localhost');
    const { id } = await prepare(toro);
    const document = await addDocument(toro, id);
    const demo = await prepare(server.client('demo.localhost'));
    const events = async (applicationId: string) => {
      const rows = await server.services.database.db
        .selectFrom('audit_event')
        .select('detail')
        .where('application_id', '=', applicationId)
        .where('type', '=', 'shown')
        .orderBy('sequence')
        .execute();
      return rows.map(({ detail }) => withOpenReason(server.services.hashKey, applicationId, detail));
    };
    return {
      server,
      id,
      documentId: document.id,
      other: demo.id,
      events,
      ada: operatorOf(server),
      grace: operatorOf(server, { uid: 65_002, name: 'grace' }),
      alan: operatorOf(server, { uid: 65_003, name: 'alan' }),
    };
  }

  const requestIn = (text: string) => /approvals grant ([0-9a-f-]{36})/.exec(text)?.[1] ?? '';

  test('shows an approved call once, only to the operator who requested it, and names both operators', async () => {
    const { id, ada, grace, alan, events } = await installed();
    const reveal = ['applications', 'show', id, '--reveal', '--reason', 'Case 4711'];
    const asked = await ada(reveal);
    expect(asked).toMatchObject({ exitCode: 4, text: expect.stringContaining('requires four eyes') });
    expect(asked.text).not.toContain('512-44-7731');
    const request = requestIn(asked.text);
    // Repeating the call does not create a second approval request.
    expect(requestIn((await ada(reveal)).text)).toBe(request);
    expect(await ada(['approvals', 'grant', request])).toMatchObject({
      exitCode: 1,
      text: 'Another operator must approve the request.',
    });
    const listed = await grace(['approvals', 'list']);
    expect(listed.data).toMatchObject({
      approvals: [{ id: request, operator: 'ada', approvedBy: null, options: { reason: 'Case 4711' } }],
    });
    expect(listed.text).toContain(`applications show ${id} --reveal --reason "Case 4711"`);
    expect(await grace(['approvals', 'grant', request])).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('ada may call once: applications show'),
    });
    expect(await alan(['approvals', 'grant', request])).toMatchObject({ exitCode: 4 });
    expect(await events(id)).toEqual([]);

    // The approval is valid only for this operator, application and reason.
    for (const [operator, call] of [
      [alan, reveal],
      [grace, reveal],
      [ada, ['applications', 'show', id, '--reveal', '--reason', 'Case 4712']],
    ] as const)
      expect(await operator([...call])).toMatchObject({ exitCode: 4 });

    expect((await ada(reveal)).text).toContain('512-44-7731');
    expect(await events(id)).toMatchObject([{ operator: 'ada', approvedBy: 'grace', reason: 'Case 4711' }]);
    expect(await ada(reveal)).toMatchObject({ exitCode: 4 });
    expect(await grace(['approvals', 'grant', request])).toMatchObject({ exitCode: 2 });
  });

  test('requires them for documents and every export, and for nothing else', async () => {
    const { id, documentId, other, ada, grace, events } = await installed();
    const why = ['--reason', 'Report 12'];
    const calls = [
      ['documents', 'get', documentId, ...why],
      ['applications', 'export', '--format', 'csv', ...why],
      ['applications', 'export', '--format', 'json', '--program', 'toro', ...why],
    ];
    for (const call of calls) {
      const asked = await ada(call);
      expect(asked).toMatchObject({ exitCode: 4, files: [] });
      expect(await grace(['approvals', 'grant', requestIn(asked.text)])).toMatchObject({ exitCode: 0 });
      expect(await ada(call)).toMatchObject({ exitCode: 0, files: [expect.anything()] });
    }
    const both = { operator: 'ada', approvedBy: 'grace', reason: 'Report 12' };
    expect(await events(id)).toEqual([
      { ...both, documentId },
      { ...both, table: 'csv' },
      { ...both, table: 'json' },
    ]);
    expect(await events(other)).toEqual([{ ...both, table: 'csv' }]);
    expect(await ada(['applications', 'export', '--format', 'csv'])).toMatchObject({
      exitCode: 64,
      text: expect.stringContaining('--reason'),
    });
    for (const call of [
      ['applications', 'show', id],
      ['applications', 'list'],
      ['applications', 'show', other, '--reveal', ...why],
      ['applications', 'export', '--format', 'csv', '--program', 'demo'],
    ])
      expect(await ada(call)).toMatchObject({ exitCode: 0 });
    expect(await ada(['applications', 'show', 'NONE-0000-0000', '--reveal', ...why])).toMatchObject({
      exitCode: 2,
    });
  });

  test('accepts an approval for a day, once even for two concurrent calls, and none forged in the database', async () => {
    const { server, id, ada, grace } = await installed();
    const { db } = server.services.database;
    const reveal = ['applications', 'show', id, '--reveal', '--reason', 'Case 4711'];
    const first = requestIn((await ada(reveal)).text);
    await db
      .updateTable('approval')
      .set({ approve_date_time: new Date(), approve_user_id: 'grace', approve_proof: '0'.repeat(64) })
      .execute();
    expect(await ada(reveal)).toMatchObject({ exitCode: 4 });
    await db.updateTable('approval').set({ approve_date_time: null, approve_proof: null }).execute();

    expect(await grace(['approvals', 'grant', first])).toMatchObject({ exitCode: 0 });
    // An approval is not valid if its row names an operator other than the one who gave it.
    await db.updateTable('approval').set({ approve_user_id: 'ada' }).execute();
    expect(await ada(reveal)).toMatchObject({ exitCode: 4 });
    await db.updateTable('approval').set({ approve_user_id: 'grace' }).execute();
    const twice = await Promise.all([ada(reveal), ada(reveal)]);
    expect(twice.map(({ exitCode }) => exitCode).sort()).toEqual([0, 4]);

    const [row] = await db.selectFrom('approval').selectAll().execute();
    for (const value of [...Object.values(canaries), 'Case 4711', id])
      expect(readableText(row)).not.toContain(value);
    const second = requestIn((await ada(reveal)).text);
    expect(await grace(['approvals', 'grant', second])).toMatchObject({ exitCode: 0 });
    server.clock.advance(24 * 60 * 60_000);
    const late = await ada(reveal);
    expect(late).toMatchObject({ exitCode: 4 });
    expect(requestIn(late.text)).not.toBe(second);
    expect(await db.selectFrom('approval').select('id').execute()).toEqual([{ id: requestIn(late.text) }]);
  });
});
