/** Tests that a provider receives what the review showed, in whatever order the application was filled in and changed. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application, GuarantorRequired } from '../../api/application.ts';
import type { Personnel } from '../../api/personnel.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import { impliedShare, organizationTypes } from '../../form/lists/organization-types.ts';
import type { ShownAnswers } from '../../server/applications/submission-record.ts';
import { readSubmission } from '../../server/applications/submission-record.ts';
import { buildDelivery } from '../../server/delivery/provider-delivery.ts';
import type { ApiClient } from '../support/api-client.ts';
import {
  addDocument,
  agree,
  applicant,
  authorizedUser,
  business,
  change,
  expected,
  owner,
  prepare,
  submit,
} from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
});
afterAll(() => server.stop());

const billing = {
  billingAddressLine: '1 Elm St',
  billingCity: 'Fargo',
  billingState: 'ND',
  billingPostalCode: '58102',
};
const noBilling = Object.fromEntries(Object.keys(billing).map((key) => [key, null]));

/**
 * A call that makes one change to the application. The server may refuse the call, for example if it adds an owner to a
 * municipality.
 */
type Step = (client: ApiClient, application: Application) => Promise<unknown>;

const patch =
  (json: object): Step =>
  (client, { id }) =>
    client.send('PATCH', `/application/${id}`, { json });
const add =
  (personnelType: string, answers: object): Step =>
  (client, { id }) =>
    client.send('POST', '/personnel', { json: { applicationId: id, personnelType, ...answers } });

function someoneOf({ personnel = [] }: Application, kind: string): Personnel | undefined {
  return personnel.find(({ personnelType }) => personnelType === kind);
}

const remove =
  (kind: string): Step =>
  async (client, application) => {
    const person = someoneOf(application, kind);
    if (person) await client.send('DELETE', `/personnel/${person.id}`);
  };
const share =
  (percentageOwned: number | null): Step =>
  async (client, application) => {
    const person = someoneOf(application, 'applicant');
    if (person) await client.send('PATCH', `/personnel/${person.id}`, { json: { percentageOwned } });
  };
const guarantee =
  (yes: boolean): Step =>
  (client, application) => {
    const guarantorId = yes ? (someoneOf(application, 'applicant')?.id ?? null) : null;
    return patch({ applicationData: { guarantorId } })(client, application);
  };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...organizationTypes)
      .map((organizationType) => patch({ applicationData: { organizationType } })),
  },
  fc.constantFrom(null, 0, 24.99, 40, 80, 100).map(share),
  fc.constantFrom(null, 'Larkspur').map((dba) => patch({ applicationData: { dba } })),
  fc.constantFrom(billing, noBilling).map((applicationData) => patch({ applicationData })),
  fc.boolean().map(guarantee),
  fc.boolean().map((noOtherOwners) => patch({ disclosures: { noOtherOwners } })),
  fc.boolean().map((affiliates) => patch({ disclosures: { affiliates } })),
  fc.constantFrom(add('owner', { ...owner, percentageOwned: 25 }), remove('owner')),
  fc.constantFrom(add('authorized_user', authorizedUser), remove('authorized_user')),
  fc.constantFrom(add('applicant', applicant), remove('applicant')),
  fc.constant<Step>((client, { id }) => addDocument(client, id)),
);

async function read(client: ApiClient, id: string): Promise<Application> {
  return expected(200, await client.send<Application>('GET', `/application/${id}`));
}

/**
 * Answers the required questions that have no answer, because an incomplete application cannot be submitted. Then gives the
 * required consents and submits.
 */
async function complete(client: ApiClient, id: string): Promise<void> {
  if (!someoneOf(await read(client, id), 'applicant'))
    await add('applicant', { ...applicant, percentageOwned: null })(client, await read(client, id));
  const person = someoneOf(await read(client, id), 'applicant');
  if (person?.percentageOwned === null) await share(0)(client, await read(client, id));
  const { guarantorRequired } = expected(
    200,
    await client.send<GuarantorRequired>('GET', `/application/${id}/guarantor-required`),
  );
  if (guarantorRequired) await guarantee(true)(client, await read(client, id));
  const { applicationData } = await change(client, id, { disclosures: { noOtherOwners: true } });
  const guarantor = applicationData.guarantorId ? ['guarantor'] : [];
  for (const agreement of ['esign', 'terms', ...guarantor, 'controlling-party'])
    await agree(client, id, agreement);
  expected(200, await submit(client, id));
}

/** Returns the titles of the review's cards, and a function that returns the text of the row with a given label. */
function reviewed(cards: readonly ShownAnswers[]) {
  const rows = cards.flatMap(({ rows: ofCard }) => ofCard);
  return {
    titles: cards.map(({ title }) => title),
    text: (label: string) => rows.find((row) => row.label === label)?.text ?? null,
  };
}

test('the delivery contains what the review showed', async () => {
  const program = server.services.programs.byHost.get('demo.localhost');
  if (!program) throw new Error('no program');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const client = server.client();
      const { id } = await prepare(client, { owners: [], agreements: [] });
      for (const take of steps) await take(client, await read(client, id));
      await complete(client, id);

      const submission = await readSubmission(server.services, id);
      const documents = submission.snapshot.documents.map(({ fileName }) => fileName);
      const withoutDocuments = { ...submission, snapshot: { ...submission.snapshot, documents: [] } };
      const { snapshot, evidence } = buildDelivery('id', withoutDocuments, program);
      const { applicationData, disclosures, personnel } = snapshot;
      const review = reviewed(evidence.answers);
      const ofKind = (kind: string) => personnel.filter(({ personnelType }) => personnelType === kind);
      const nameOf = (person: object) => ('fullName' in person ? String(person.fullName) : '');
      const [theApplicant] = ofKind('applicant');

      const implied = impliedShare(applicationData['organizationType'] as OrganizationType);
      const shown = review.text('How much of the business do you own?');
      expect(theApplicant?.['percentageOwned']).toBe(implied ?? Number.parseFloat(shown ?? ''));
      expect(shown === null).toBe(implied !== undefined);
      expect(applicationData['dba']).toBe(review.text('Trade name or DBA (optional)'));
      const isOwn = applicationData['billingAddressLine'] !== business.addressLine;
      const address = review.text('Billing address');
      expect(address?.startsWith(billing.billingAddressLine)).toBe(isOwn);
      expect(applicationData['guarantorId']).toBe(
        review.text('Will you personally guarantee this account?') === 'Yes' ? theApplicant?.id : null,
      );
      expect(disclosures.noOtherOwners).toBe(review.text('No one else owns 25% or more') === 'Yes');
      expect(review.titles.filter((title) => title.startsWith('Owner: '))).toEqual(
        ofKind('owner').map((person) => `Owner: ${nameOf(person)}`),
      );
      expect(review.titles.filter((title) => title.startsWith('Card user: '))).toEqual(
        ofKind('authorized_user').map((person) => `Card user: ${nameOf(person)}`),
      );
      expect(review.text('Documents you added')).toBe(documents.length > 0 ? documents.join('\n') : null);
      const certified = evidence.certification.owners.map(({ name, percent }) => `${name}, ${percent}%`);
      const owners = implied === undefined ? certified.join('\n') || 'No one' : null;
      expect(review.text('Owners of 25% or more')).toBe(owners);
    }),
    { numRuns: 8 },
  );
});
