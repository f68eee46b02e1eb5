/** Tests the rows that a change writes: events and their order, versions, people and consents. Needs no database. */
import { expect, test } from 'vitest';
import { context, empty, from, key, now } from '../../tests/support/empty-draft.ts';
import { applicant, authorizedUser, business, owner } from '../../tests/support/sample-application.ts';
import type { Queries } from '../db/transactions.ts';
import { ApiError } from '../errors.ts';
import { openContent } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import type { ApplicationRecord } from './application-record.ts';
import { changeApplication } from './change-application.ts';
import { addPerson, changePerson, personIn, removePerson } from './change-personnel.ts';
import { newConsent, shownDisclosures } from './consents.ts';
import { giveConsent } from './give-consent.ts';
import { changedConsents, changedParts, type PlannedChange } from './planned-change.ts';

const eventsOf = ({ row }: PlannedChange) => (row?.events ?? []).map(({ type, detail }) => [type, detail]);
const typesOf = (planned: PlannedChange) => eventsOf(planned).map(([type]) => type);

/** Returns the decrypted content of the application's own row after a change. */
const contentOf = ({ row }: PlannedChange) => row && openContent(row.after, key, placeOf(row.after));

const changed = (record: ApplicationRecord, changes: object) =>
  changeApplication(context, record, { ...changes, from });

/**
 * Three states of an application. The first has only a business, the second also has an applicant, and the third (`whole`) also
 * has an owner.
 */
const { record: ofBusiness } = changed(empty, { applicationData: business });
const { record: ofApplicant, id: applicantId } = addPerson(context, ofBusiness, 'applicant', applicant);
const { record: whole, id: ownerId } = addPerson(context, ofApplicant, 'owner', owner);

/** Returns a copy of an application that also has a consent to this agreement. */
function agreed(record: ApplicationRecord, agreement: string): ApplicationRecord {
  const given = { agreement, version: '1', sha256: 'aa', agreed: true, openDateTime: now, signerName: 'Z' };
  return { ...record, consents: [...record.consents, newConsent(record, given, from, now)] };
}

test('answers make one event that names the fields, and a new version of the row', () => {
  const planned = changed(whole, { applicationData: { employeeCount: 8, dba: null, yearsInBusiness: 7 } });
  expect(eventsOf(planned)).toEqual([
    ['answers_changed', { fields: ['applicationData.employeeCount', 'applicationData.dba'] }],
  ]);
  expect(planned.row?.after).toMatchObject({ version: whole.row.version + 1, update_date_time: now });
  const { employeeCount, yearsInBusiness } = planned.record.answers;
  expect([employeeCount, yearsInBusiness]).toEqual([8, 7]);
  expect(contentOf(planned)?.answers).toMatchObject({ employeeCount: 8, taxId: '847315926' });
  expect(contentOf(planned)?.answers).not.toHaveProperty('dba');
  expect(planned.people).toMatchObject({ added: [], changed: [], removed: [] });
  expect(planned.consents).toEqual({ given: [], voided: [] });
  expect(Object.keys(planned.row?.columns ?? {})).not.toContain('answers');
  expect(planned.record.row).toBe(planned.row?.after);
});

test('a change clears the plaintext of a row from before 2026-11-23', () => {
  const old = { ...whole, row: { ...whole.row, sealed: {} } };
  const planned = changed(old, { applicationData: { employeeCount: 8 } });
  expect(planned.row?.columns).toMatchObject({ answers: {}, disclosures: {}, sections: {} });
});

test('unchanged answers write nothing, unless the session cannot read them', () => {
  const same = changed(whole, { applicationData: { employeeCount: business.employeeCount } });
  expect([same.row, same.record]).toEqual([undefined, whole]);
  const masked = changed(whole, { applicationData: { taxId: business.taxId } });
  expect(eventsOf(masked)).toEqual([['answers_changed', { fields: ['applicationData.taxId'] }]]);
  const continued = { ...whole, earlier: { annualSalesAmount: true, dba: true } };
  const sent = { annualSalesAmount: business.annualSalesAmount, employeeCount: business.employeeCount };
  const earlier = changed(continued, { applicationData: sent });
  expect(eventsOf(earlier)).toEqual([['answers_changed', { fields: ['applicationData.annualSalesAmount'] }]]);
  expect(earlier.record.earlier).toEqual({ dba: true });
  expect(contentOf(earlier)?.earlier).toEqual({ dba: true });
});

test('a disclosure adds a consent with its evidence, and unchecking it adds a withdrawal', () => {
  const given = changed(whole, { disclosures: { shareInformation: true, authority: true } });
  expect(eventsOf(given)).toEqual([
    ['answers_changed', { fields: ['disclosures.shareInformation', 'disclosures.authority'] }],
    ['agreed', { agreement: 'share-information', version: expect.any(String) }],
  ]);
  expect(given.consents.given).toMatchObject([
    {
      agreement: 'share-information',
      agreed: true,
      openDateTime: null,
      agreedDateTime: now,
      voidDateTime: null,
      signerName: applicant.fullName,
      ...from,
    },
  ]);
  expect(given.record.consents).toEqual(given.consents.given);
  const taken = changed(given.record, { disclosures: { shareInformation: false } });
  expect(typesOf(taken)).toEqual(['answers_changed', 'agreement_withdrawn']);
  expect(taken.record.consents).toMatchObject([{ agreement: 'share-information', agreed: false }]);
  expect(taken.record.disclosures).toMatchObject({ shareInformation: false, authority: true });
});

test('a legal form without owners removes them after its own event, and voids their certification', () => {
  const certified = agreed(agreed(whole, 'controlling-party'), 'terms');
  const planned = changed(certified, { applicationData: { organizationType: 'sole_proprietorship' } });
  expect(typesOf(planned)).toEqual([
    'answers_changed',
    'person_removed',
    'person_changed',
    'agreement_voided',
  ]);
  expect(eventsOf(planned).slice(1)).toEqual([
    ['person_removed', { personnelId: ownerId }],
    ['person_changed', { personnelId: applicantId, fields: ['percentageOwned'] }],
    ['agreement_voided', { agreement: 'controlling-party' }],
  ]);
  expect(planned.people.removed).toEqual([ownerId]);
  expect(planned.record.personnel.map(({ id }) => id)).toEqual([applicantId]);
  const [voided, kept] = planned.record.consents;
  expect([voided?.voidDateTime, kept?.voidDateTime]).toEqual([now, null]);
  expect(planned.consents.voided).toEqual([voided?.id]);
});

test('the event of a new person comes first, and its consequences after it', () => {
  const alone = changed(ofApplicant, { disclosures: { noOtherOwners: true } }).record;
  const planned = addPerson(context, alone, 'owner', owner);
  expect(eventsOf(planned)).toEqual([
    ['person_added', { personnelId: planned.id, personnelType: 'owner' }],
    ['answers_changed', { fields: ['disclosures.noOtherOwners'] }],
  ]);
  const [added] = planned.people.added;
  expect(added).toMatchObject({ id: planned.id, version: 1, createDateTime: now, updateDateTime: now });
  expect(planned.people).toMatchObject({ removed: [], changed: [] });
  const { row } = planned.record;
  expect(added && openContent({ answers: {}, sealed: added.sealed }, key, placeOf(row, planned.id))).toEqual({
    answers: added?.answers,
    earlier: {},
  });
});

test('changing only a person keeps the version of the application’s own row', () => {
  const user = addPerson(context, whole, 'authorized_user', authorizedUser);
  expect(typesOf(user)).toEqual(['person_added']);
  expect(user.row?.after.version).toBe(whole.row.version);
  expect(Object.keys(user.row?.columns ?? {}).sort()).toEqual([
    'audit_hash',
    'audit_sequence',
    'parts_hash',
    'update_date_time',
  ]);
});

test('the event of a changed person names the fields, and the time of creation stays', () => {
  const later = { ...context, now: new Date('2026-11-24T09:20:00.000Z') };
  const person = personIn(whole, ownerId);
  const change = (sent: object, of = whole) => changePerson(later, of, personIn(of, ownerId), { ...sent });
  const planned = change({ yearsAtResidence: 11, occupation: null });
  expect(eventsOf(planned)).toEqual([
    ['person_changed', { personnelId: ownerId, fields: ['yearsAtResidence', 'occupation'] }],
  ]);
  expect(planned.people).toMatchObject({
    added: [],
    removed: [],
    changed: [{ id: ownerId, version: 2, createDateTime: person.createDateTime, updateDateTime: later.now }],
  });
  expect(planned.record.personnel[0]).toBe(whole.personnel[0]);

  const same = change({ yearsAtResidence: owner.yearsAtResidence });
  expect([same.row, same.record]).toEqual([undefined, whole]);
  expect(eventsOf(change({ ssn: owner.ssn }))).toEqual([
    ['person_changed', { personnelId: ownerId, fields: ['ssn'] }],
  ]);
  const personnel = whole.personnel.map((one) => ({ ...one, earlier: { email: true, fullName: true } }));
  const continued = change({ email: owner.email }, { ...whole, personnel });
  expect(eventsOf(continued)).toEqual([['person_changed', { personnelId: ownerId, fields: ['email'] }]]);
  expect(personIn(continued.record, ownerId).earlier).toEqual({ fullName: true });
  expect(personIn(continued.record, applicantId).earlier).toEqual({ email: true, fullName: true });
});

test('the event of a removed person names the person, and other rows stay', () => {
  const planned = removePerson(context, whole, personIn(whole, ownerId));
  expect(eventsOf(planned)).toEqual([['person_removed', { personnelId: ownerId }]]);
  expect(planned.people).toMatchObject({ removed: [ownerId], added: [], changed: [] });
  expect(planned.record.personnel).toEqual([whole.personnel[0]]);
  expect(() => personIn(planned.record, ownerId)).toThrow();
});

test('confirming a section is the last event, and happens once', () => {
  const confirmed = changed(whole, { sections: { business: true } });
  expect(eventsOf(confirmed)).toEqual([['section_confirmed', { section: 'business' }]]);
  expect(contentOf(confirmed)?.sections).toMatchObject({ business: true });
  expect(changed(confirmed.record, { sections: { business: true } }).row).toBeUndefined();
  const together = changed(whole, { sections: { business: true }, applicationData: { employeeCount: 9 } });
  expect(typesOf(together)).toEqual(['answers_changed', 'section_confirmed']);
});

test('a new consent replaces an earlier one to the same agreement, and a voided one gets its void time', () => {
  const [terms, esign] = agreed(agreed(whole, 'terms'), 'esign').consents;
  if (!terms || !esign) throw new Error('There are no consents.');
  const newer = { ...terms, id: 'newer' };
  expect(changedConsents([terms, esign], { given: [newer], voided: [esign.id] }, now)).toEqual([
    { ...esign, voidDateTime: now },
    newer,
  ]);
});

test('the hash of the parts is written if they changed', () => {
  const { parts_hash } = changedParts(whole);
  expect(parts_hash).toBeUndefined();
  expect(changedParts({ ...whole, personnel: [] }).parts_hash).toBeInstanceOf(Buffer);
  expect(changedParts(empty).parts_hash).toBeInstanceOf(Buffer);
});

/** Returns the code and the field names of the error that refuses a change. */
async function refusalOf(work: () => unknown) {
  const error: unknown = await Promise.resolve()
    .then(work)
    .catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`);
  return [error.code, ...(error.errors ?? []).map(({ field }) => field)];
}

test('the refusal of a change names the wrong fields', async () => {
  const refused = (changes: object) => refusalOf(() => changed(whole, changes));
  expect(await refused({ sections: { business: false, owner: 'yes' } })).toEqual([
    'validation_failed',
    'sections.business',
    'sections.owner',
  ]);
  expect(await refused({ applicationData: { employeeCount: -1 }, disclosures: { authority: 7 } })).toEqual([
    'validation_failed',
    'applicationData.employeeCount',
    'disclosures.authority',
  ]);
  expect(await refused({ applicationData: { guarantorId: ownerId } })).toEqual([
    'validation_failed',
    'applicationData.guarantorId',
  ]);
  expect(await refusalOf(() => changed(empty, { sections: { business: true } }))).toContain(
    'applicationData.businessName',
  );
});

test('a person is refused for an unknown field, a wrong answer or too many people', async () => {
  expect(await refusalOf(() => addPerson(context, whole, 'authorized_user', { occupation: 'x' }))).toEqual([
    'invalid_request',
  ]);
  expect(
    await refusalOf(() => changePerson(context, whole, personIn(whole, ownerId), { toString: 'x' })),
  ).toEqual(['invalid_request']);
  expect(await refusalOf(() => addPerson(context, ofBusiness, 'applicant', { email: 'none' }))).toEqual([
    'validation_failed',
    'email',
  ]);
  expect(await refusalOf(() => addPerson(context, whole, 'applicant', applicant))).toEqual(['conflict']);
  const alone = changed(ofApplicant, { applicationData: { organizationType: 'sole_proprietorship' } }).record;
  expect(await refusalOf(() => addPerson(context, alone, 'owner', {}))).toEqual(['conflict']);
});

test('a page must send the version and hash of the text that it showed', async () => {
  const queries = {} as Queries;
  const named = (shareInformation: unknown) =>
    refusalOf(() => shownDisclosures(queries, context, { shareInformation }));
  for (const wrong of [null, 'x', { version: 'x' }, { sha256: 'x' }, { version: 1, sha256: 'x' }])
    expect(await named(wrong)).toEqual(['validation_failed', 'disclosureVersions.shareInformation']);
  expect(await shownDisclosures(queries, context)).toEqual({});
});

test('a consent must contain a version and whether it is given', async () => {
  const draft = { ...context, record: whole, queries: {} as Queries };
  const give = (version: unknown, agreed: unknown) =>
    refusalOf(() => giveConsent(draft, 'terms', { version, agreed }, from));
  expect(await give(1, true)).toEqual(['validation_failed', 'version']);
  expect(await give('x', 'yes')).toEqual(['validation_failed', 'agreed']);
  expect(await give(undefined, undefined)).toEqual(['validation_failed', 'version', 'agreed']);
  const ofGuarantor = refusalOf(() => giveConsent(draft, 'guarantor', { version: 'x', agreed: true }, from));
  expect(await ofGuarantor).toEqual(['conflict']);
});
