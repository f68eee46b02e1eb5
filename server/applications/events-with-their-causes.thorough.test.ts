/**
 * Tests that an application's change and its audit event are written together or not at all, so that no crash can separate them
 * (D32, D42).
 */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { StartResponse } from '../../api/start.ts';
import { type ApiClient, apiClient } from '../../tests/support/api-client.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import {
  addDocument,
  addPerson,
  agree,
  applicant,
  authorizedUser,
  business,
  change,
  create,
  disclosures,
  expected,
  owner,
  prepare,
  samplePdf,
  submit,
  upload,
} from '../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import type { AuditEventType } from '../db/queries/audit-events.ts';

/** Starts a server whose audit trail can be made to refuse every event. */
async function startWithRefusingTrail() {
  const server = await startTestServer({ isShared: false, env: { LIMITS_FACTOR: '1000' } });
  onTestFinished(server.stop);
  const { db } = server.database;
  await sql`create function refuse_event() returns trigger language plpgsql as
            $$ begin raise exception 'no event is taken'; end $$`.execute(db);
  await sql`create trigger refuse_event before insert on audit_event
            for each statement execute function refuse_event()`.execute(db);
  const refuse = (refusing: boolean) =>
    sql`alter table audit_event ${sql.raw(refusing ? 'enable' : 'disable')} trigger refuse_event`.execute(db);
  await refuse(false);
  return { server, refuse };
}

/** Returns all rows about applications, ordered by id. For outbox jobs, includes only how each job ended. */
async function facts({ database: { db } }: TestServer): Promise<string> {
  const { rows } = await sql`
    select to_jsonb(application) as fact, id from application
    union all select to_jsonb(personnel), id from personnel
    union all select to_jsonb(document), id from document
    union all select to_jsonb(consent), id from consent
    union all select to_jsonb(submission), application_id from submission
    union all select jsonb_build_array(token_hash, end_date_time), id from way_back
    union all select jsonb_build_array(end_type), id from session
    union all select jsonb_build_array(done_date_time, dead_date_time), id from outbox
    union all select jsonb_build_array(count(*)), null from agreement_opening
    union all select jsonb_build_array(count(*)), null from audit_event
    order by id, fact`.execute(db);
  return JSON.stringify(rows);
}

async function eventTypes({ database: { db } }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_event')
    .select('type')
    .orderBy('create_date_time')
    .orderBy('sequence')
    .execute();
  return rows.map(({ type }) => type);
}

/** Returns whether the outbox writes events of this type. The test ignores these events, because they can occur at any time. */
const isSent = (type: string) => type === 'mail_sent' || type === 'delivered';

/**
 * Runs `act` twice. The first time, the audit trail refuses all events, and no rows may change. The second time, exactly the
 * events of `types` must be written.
 */
function witness({ server, refuse }: Awaited<ReturnType<typeof startWithRefusingTrail>>) {
  return async (types: readonly AuditEventType[], act: () => Promise<unknown>): Promise<void> => {
    const before = await facts(server);
    const typesBefore = await eventTypes(server);
    await refuse(true);
    await act().catch(() => undefined);
    await refuse(false);
    expect(await facts(server), types.join()).toBe(before);
    await act();
    const added = (await eventTypes(server)).toSpliced(0, typesBefore.length).filter((type) => !isSent(type));
    expect(added.sort()).toEqual([...types].sort());
  };
}

const percentage = (client: ApiClient, id: string, percentageOwned: number) =>
  client.send('PATCH', `/personnel/${id}`, { json: { percentageOwned } });

test('an applicant’s change and its audit event are written together or not at all', async () => {
  const refusing = await startWithRefusingTrail();
  const together = witness(refusing);
  const client = refusing.server.client();
  await client.start();
  let id = '';
  let document = '';
  let people: string[] = [];
  await together(['created', 'answers_changed'], async () => {
    id = (await create(client, business, {})).id;
  });
  await together(['answers_changed', 'agreed'], () => change(client, id, { disclosures }));
  await together(['person_added'], async () => {
    people = [(await addPerson(client, id, 'applicant', applicant)).id];
  });
  await together(['person_added'], async () => {
    people = [...people.slice(0, 1), (await addPerson(client, id, 'owner', owner)).id];
  });
  await together(['answers_changed'], () =>
    change(client, id, { applicationData: { guarantorId: people[0] } }),
  );
  await together(['section_confirmed'], () => change(client, id, { sections: { business: true } }));
  await together(['agreement_opened'], () => client.send('GET', '/agreement/controlling-party'));
  await together(['agreement_opened', 'agreed'], () => agree(client, id, 'controlling-party'));
  await together(['person_changed', 'agreement_voided'], () => percentage(client, people[1] ?? '', 26));
  for (const agreement of ['esign', 'terms', 'guarantor', 'controlling-party'])
    await agree(client, id, agreement);
  await together(['agreement_withdrawn'], () =>
    client.send('PUT', `/application/${id}/consent/terms`, { json: { version: 'x', agreed: false } }),
  );
  await agree(client, id, 'terms');
  await together(['document_added'], async () => {
    document = (await addDocument(client, id)).id;
  });
  await together(['document_replaced'], () =>
    client.send('PUT', `/document/${document}`, { form: upload({}) }),
  );
  await together(['document_removed'], () => client.send('DELETE', `/document/${document}`));
  const user = await addPerson(client, id, 'authorized_user', authorizedUser);
  await together(['person_removed'], () => client.send('DELETE', `/personnel/${user.id}`));
  const other = refusing.server.client();
  await other.start();
  await create(other, business, {});
  await together(['erased'], () => other.send('POST', '/apply/finish/cancel'));
  await together(['submitted'], async () => expected(200, await submit(client, id)));
});

test('resuming a draft, or revoking the last resume token, is written with its event or not at all', async () => {
  const refusing = await startWithRefusingTrail();
  const together = witness(refusing);
  const browser = refusing.server.client();
  await browser.start();
  const { id } = await create(browser, business, {});
  await browser.send('POST', '/apply/finish/timeout');
  const json = { taxIdLast4: business.taxId.slice(-4) };
  await together(['resumed'], async () => {
    const { status, body } = await browser.send<StartResponse>('POST', '/resume/device', { json });
    if (status === 200) browser.goOn(body.webSessionId);
  });
  await browser.send('POST', '/apply/finish/timeout');
  const cookies = new Map(browser.cookies);
  await together(['way_closed', 'erased'], () =>
    apiClient(refusing.server.app, { cookies }).send('DELETE', '/resume/device'),
  );
  const other = refusing.server.client();
  await other.start();
  const { id: kept } = await create(other, business, {});
  expect(kept).not.toBe(id);
  const erase = ['applications', 'erase', kept, '--reason', 'Asked for'];
  await together(['erased'], () => operatorOf(refusing.server)(erase));
});

test('an operator’s change and its audit event are written together or not at all', async () => {
  const refusing = await startWithRefusingTrail();
  const { server } = refusing;
  const together = witness(refusing);
  const operator = operatorOf(server);
  const client = server.client('yard-card.localhost');
  const { id } = await prepare(client);
  expected(200, await submit(client, id));
  const { db } = server.database;
  await server.outbox.runOnce();
  await db
    .updateTable('outbox')
    .set({ done_date_time: null, dead_date_time: server.clock.now() })
    .where('kind', '=', 'delivery')
    .execute();
  await together(['retried'], () => operator(['deliveries', 'retry', '--all-dead']));
  await server.outbox.runOnce();
  const because = ['--reason', 'Case 4711'];
  await together(['shown'], () => operator(['applications', 'show', id, '--reveal', ...because]));
  const evidence = ['applications', 'export', '--format', 'evidence-json'];
  await together(['shown'], () => operator(evidence));
  await together(['document_added'], () =>
    operator(['documents', 'add', id, 'a.pdf'], { name: 'a.pdf', bytes: samplePdf }),
  );
  await server.outbox.runOnce();
  const document = await db.selectFrom('document').select('id').executeTakeFirstOrThrow();
  await together(['shown'], () => operator(['documents', 'get', document.id, ...because]));
  await together(['decided'], () => operator(['applications', 'decide', id, '--approve']));
  server.clock.advance(26 * 31 * 86_400_000);
  await together(['purged'], () => operator(['retention', 'run']));

  const ended = await prepare(server.client());
  await together(['session_ended', 'erased'], () => operator(['sessions', 'end', ended.id, ...because]));
  const next = server.client();
  const another = await prepare(next);
  expected(200, await submit(next, another.id));
  await server.outbox.runOnce();
  await together(['withdrawn'], () => operator(['applications', 'withdraw', another.id, ...because]));
});
