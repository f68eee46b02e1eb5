/** Tests two nodes that show different versions of the texts, as during a rollout or rollback (D30, D31, F14). */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import type { Boot } from '../../api/boot.ts';
import { agreementKeys } from '../../form/fields/application-state.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import type { TestDatabase } from '../../tests/support/database.ts';
import { freshFolder, testStores } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import {
  agree,
  begun,
  business,
  change,
  expected,
  prepare,
  submit,
} from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { readSubmission } from '../applications/submission-record.ts';
import { stillCounts, validForMillis } from './agreements.ts';

const shipped = fileURLToPath(new URL('../../programs', import.meta.url));
/** The versions of the terms and of the text on the share-information screen. */
const [oldVersion, newVersion] = ['2026-11-26', '2027-01-01'];

/** Returns the path of a copy of the programs. In it, every text has a new version and an additional sentence. */
async function newTexts(frontMatter = ''): Promise<string> {
  const folder = join(await freshFolder(), 'programs');
  await cp(shipped, folder, { recursive: true });
  for (const name of [...agreementKeys, 'share-information', 'affiliates']) {
    const file = join(folder, 'default/agreements', `${name}.md`);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      `${text.replace(/^version: .+$/m, `version: ${newVersion}${frontMatter}`)}\n\nOne sentence more.\n`,
    );
  }
  return folder;
}

describe.each(await testStores())('a node with the old texts and one with the new on $name', ({ open }) => {
  let database: TestDatabase;
  let nodes: { readonly old: TestServer; readonly renewed: TestServer };
  beforeAll(async () => {
    database = await open();
    const old = await startTestServer({ database });
    nodes = { old, renewed: await startTestServer({ database, env: { PROGRAMS_DIR: await newTexts() } }) };
  });
  afterAll(async () => {
    await nodes.renewed.stop();
    await nodes.old.stop();
    await database.close();
  });

  /** Returns a client for another node, with the browser's cookies and session. */
  function at(server: TestServer, browser: ApiClient): ApiClient {
    const client = apiClient(server.app, { cookies: browser.cookies, address: browser.address });
    const headers = { 'x-web-session-id': browser.webSessionId };
    return { ...client, send: (method, path, call) => client.send(method, path, { headers, ...call }) };
  }

  test.each([
    ['old', 'renewed'],
    ['renewed', 'old'],
  ] as const)(
    'a text shown by the %s node is agreed to and submitted at the %s one, and the evidence contains it',
    async (first, second) => {
      const person = nodes[first].client();
      const { id } = await prepare(person, { agreements: [] });
      const there = at(nodes[second], person);
      const shown = new Map<string, Agreement>();
      for (const agreement of agreementKeys) {
        const text = expected(200, await person.send<Agreement>('GET', `/agreement/${agreement}`));
        shown.set(agreement, text);
        const json = { version: text.version, agreed: true };
        expect(await there.send('PUT', `/application/${id}/consent/${agreement}`, { json })).toMatchObject({
          status: 200,
          body: { version: text.version, agreed: true },
        });
      }
      const submitted = await submit(there, id);
      expect(submitted.body).toMatchObject({ status: 'submitted', disclosures: { submit: true } });
      const { evidence } = await readSubmission(nodes[second].services, id);
      for (const [agreement, { version, sha256 }] of shown)
        expect(evidence.consents).toContainEqual(expect.objectContaining({ agreement, version, sha256 }));
      expect(evidence.certifiedHtml).toBe(shown.get('controlling-party')?.html);
    },
  );

  test('a consent given at one node counts at the other', async () => {
    const person = nodes.old.client();
    const { id } = await prepare(person);
    const there = at(nodes.renewed, person);
    const read = await there.send('GET', `/application/${id}`);
    expect(read.body).toMatchObject({ disclosures: { esign: true, terms: true, submit: true } });
    expect((await submit(there, id)).status).toBe(200);
  });

  test('an unopened text is unread in the other version too, and the latest answer counts', async () => {
    const { browser, id } = await begun(nodes.old.client());
    const put = (client: ApiClient, version: string) =>
      client.send('PUT', `/application/${id}/consent/terms`, { json: { version, agreed: true } });
    const there = at(nodes.renewed, browser);
    expectError(await put(there, oldVersion), 'agreement_unread');
    expectError(await put(browser, newVersion), 'agreement_unread');
    expectError(await put(there, '2026-01-01'), 'agreement_unread');
    await agree(browser, id, 'terms');
    await agree(there, id, 'terms');
    expect((await browser.send('GET', `/application/${id}`)).body).toMatchObject({
      consents: [{ agreement: 'terms', version: newVersion, agreed: true }],
    });
  });

  test.each([oldVersion, newVersion])(
    'withdrawing a consent as version %s is recorded for the text that was agreed to',
    async (version) => {
      const { browser, id } = await begun(nodes.old.client());
      await agree(browser, id, 'terms');
      const back = await at(nodes.renewed, browser).send('PUT', `/application/${id}/consent/terms`, {
        json: { version, agreed: false },
      });
      expect(back).toMatchObject({ status: 200, body: { version: oldVersion, agreed: false } });
      const [given, withdrawn] = await database.db
        .selectFrom('consent')
        .select(['version', 'sha256', 'agreed'])
        .where('application_id', '=', id)
        .orderBy('id')
        .execute();
      expect(given).toMatchObject({ version: oldVersion, agreed: true });
      expect(withdrawn).toEqual({ ...given, agreed: false });
      const last = await database.db
        .selectFrom('audit_event')
        .select(['type', 'detail'])
        .where('application_id', '=', id)
        .orderBy('sequence', 'desc')
        .executeTakeFirstOrThrow();
      expect(last).toEqual({
        type: 'agreement_withdrawn',
        detail: { agreement: 'terms', version: oldVersion, sha256: given?.sha256 },
      });
    },
  );

  test('a changed certification voids the consent to any version', async () => {
    const person = nodes.old.client();
    const { id, owners } = await prepare(person);
    const there = at(nodes.renewed, person);
    await there.send('PATCH', `/personnel/${owners[0]?.id}`, { json: { fullName: 'Ned F. Foxglove' } });
    expectError(await submit(there, id), 'agreement_unread');
  });

  describe('the disclosures', () => {
    /** Returns the versions of the disclosures that a node's page contains. */
    function versionsOf({ services }: TestServer): Boot['disclosureVersions'] {
      const agreements = services.programs.byHost.get('demo.localhost')?.agreements;
      if (!agreements) throw new Error('There is no demo.');
      const shown = ({ version, sha256 }: { version: string; sha256: string }) => ({ version, sha256 });
      return {
        shareInformation: shown(agreements['share-information']),
        affiliates: shown(agreements.affiliates),
      };
    }

    const recorded = (id: string) =>
      database.db
        .selectFrom('consent')
        .select(['agreement', 'version', 'sha256'])
        .where('application_id', '=', id)
        .orderBy('agreement', 'desc')
        .execute();

    test.each([
      ['old', 'renewed'],
      ['renewed', 'old'],
    ] as const)('are recorded as the %s node showed them, at the %s one', async (first, second) => {
      const disclosureVersions = versionsOf(nodes[first]);
      const { browser, id } = await begun(nodes[second].client());
      const disclosures = { shareInformation: true, affiliates: true };
      await change(browser, id, { disclosures, disclosureVersions });
      expect(await recorded(id)).toEqual([
        { agreement: 'share-information', ...disclosureVersions.shareInformation },
        { agreement: 'affiliates', ...disclosureVersions.affiliates },
      ]);
      const another = nodes[second].client();
      await another.start();
      const created = await another.send<{ id: string }>('POST', '/application', {
        json: { applicationData: business, disclosures, disclosureVersions },
      });
      expect(await recorded(created.body.id)).toEqual(await recorded(id));
    });

    test('are recorded in the current version if the page does not state one', async () => {
      const { browser, id } = await begun(nodes.renewed.client());
      await change(browser, id, { disclosures: { shareInformation: true } });
      expect(await recorded(id)).toEqual([
        { agreement: 'share-information', ...versionsOf(nodes.renewed).shareInformation },
      ]);
    });

    test('are refused in a version that was never shown, and nothing of the call is stored', async () => {
      const { browser, id } = await begun(nodes.old.client());
      const { shareInformation } = versionsOf(nodes.old);
      for (const strange of [
        { ...shareInformation, sha256: '0'.repeat(64) },
        { ...shareInformation, version: '2020-01-01' },
        { ...versionsOf(nodes.renewed).shareInformation, version: oldVersion },
      ])
        expectError(
          await browser.send('PATCH', `/application/${id}`, {
            json: {
              disclosures: { shareInformation: true },
              disclosureVersions: { shareInformation: strange },
            },
          }),
          'agreement_unread',
        );
      const unknown = { ...shareInformation, version: '2020-01-01' };
      for (const malformed of [null, 1, 'x', [], { version: 1, sha256: 2 }, { version: oldVersion }])
        expectError(
          await browser.send('PATCH', `/application/${id}`, {
            // The error names the malformed entry, even though the other entry has an unknown version.
            json: {
              disclosures: {},
              disclosureVersions: { shareInformation: unknown, affiliates: malformed },
            },
          }),
          'validation_failed',
          [{ field: 'disclosureVersions.affiliates', rule: 'invalid', message: 'Invalid Field' }],
        );
      for (const noObject of [null, []])
        expectError(
          await browser.send('PATCH', `/application/${id}`, { json: { disclosureVersions: noObject } }),
          'validation_failed',
          [{ field: 'disclosureVersions', rule: 'invalid', message: 'Invalid Field' }],
        );
      expectError(
        await browser.send('PATCH', `/application/${id}`, {
          json: { disclosureVersions: { terms: shareInformation } },
        }),
        'invalid_request',
      );
      expect(await recorded(id)).toEqual([]);
    });
  });

  test('after the time that the new text states, the old text is no longer accepted', async () => {
    const env = { PROGRAMS_DIR: await newTexts('\nolderValidUntil: 2026-11-23T00:00Z') };
    const strict = await startTestServer({ database, env });
    onTestFinished(strict.stop);
    const person = nodes.old.client();
    const { id } = await prepare(person);
    const there = at(strict, person);
    expect((await there.send('GET', `/application/${id}`)).body).toMatchObject({
      disclosures: { terms: false, submit: false },
    });
    expectError(await submit(there, id), 'agreement_unread');
    const json = { version: oldVersion, agreed: true };
    expectError(await there.send('PUT', `/application/${id}/consent/terms`, { json }), 'agreement_unread');
    for (const agreement of agreementKeys) await agree(there, id, agreement);
    expect((await submit(there, id)).status).toBe(200);
  });
});

test('a version that is not current is accepted for three days after it was opened', () => {
  const inForce = { title: '', version: '2', body: '', html: '', sha256: '' };
  const opened = new Date('2026-12-01T00:00:00Z');
  const consent = { version: '1', openDateTime: opened };
  const at = (millis: number) => new Date(opened.getTime() + millis);
  expect(stillCounts(inForce, consent, at(validForMillis - 1))).toBe(true);
  expect(stillCounts(inForce, consent, at(validForMillis))).toBe(false);
  expect(stillCounts(inForce, { ...consent, openDateTime: null }, opened)).toBe(false);
  const strict = { ...inForce, olderValidUntil: opened, older: new Set(['1']) };
  expect(stillCounts(strict, consent, opened)).toBe(false);
  expect(stillCounts(strict, { ...consent, version: '3' }, opened)).toBe(true);
});
