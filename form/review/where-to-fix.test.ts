import { describe, expect, test } from 'vitest';
import { allConfirmed, personOf, stateOf, theApplicant } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { type Step, urlOf } from '../flow/steps.ts';
import type { Save } from '../state/saves.ts';
import { errorsElsewhere, fieldAsked, whereAsked } from './where-asked.ts';
import { whereToFix } from './where-to-fix.ts';

const owner = personOf('owner', 1);
const user = personOf('authorized_user', 1, { ssn: null });

/** A complete application with the applicant, one other owner, and one card user. */
const everyone = stateOf({ personnel: [theApplicant, owner, user], sections: allConfirmed });

const urlOr = (step: Step | undefined) => (step ? urlOf(step) : undefined);

test.each([
  ['applicationData.taxId', '/apply/review/question/taxId'],
  ['applicationData.addressPostalCode', '/apply/review/edit?answers=business-address'],
  ['applicationData.billingCity', '/apply/review/edit?answers=business-billing'],
  ['applicationData.guarantorId', '/apply/applicant/guarantor-question'],
  [`personnel.${theApplicant.id}.ssn`, '/apply/review/question/ssn?applicant=1'],
  [`personnel.${owner.id}.ssn`, '/apply/review/question/ssn?owner=1'],
  [`personnel.${user.id}.addressCity`, '/apply/review/edit?answers=authorized-user-address&user=1'],
  ['personnel.applicant.fullName', '/apply/applicant'],
  ['disclosures.shareInformation', '/apply/share-information'],
  ['disclosures.authority', '/apply/control-question'],
  ['disclosures.noOtherOwners', '/apply/owner/list'],
  ['consents.terms', '/apply/agreement/terms'],
  ['consents.controlling-party', '/apply/agreement/controlling-party'],
  ['something.else', '/apply/review'],
])('an answer that submit refuses at %s is fixed at %s', (path, url) => {
  expect(whereToFix(path, everyone)).toBe(url);
});

test.each([
  ['applicationData.taxId', '/apply/business?part=2'],
  ['applicationData.billingCity', '/apply/business/billing'],
  ['applicationData.guarantorId', '/apply/applicant/guarantor-question'],
  [`personnel.${theApplicant.id}.ssn`, '/apply/applicant'],
  ['personnel.applicant.ssn', '/apply/applicant'],
  [`personnel.${owner.id}.percentageOwned`, '/apply/owner/info?owner=1'],
  [`personnel.${user.id}.addressCity`, '/apply/authorized-user/address?user=1'],
  ['disclosures.noOtherOwners', '/apply/owner/list'],
  ['consents.terms', undefined],
  ['something.else', undefined],
])('in the flow, %s is asked for at %s', (path, url) => {
  const underWay: ApplicationState = { ...everyone, questions: { billingSame: false } };
  expect(urlOr(whereAsked(path, underWay))).toBe(url);
});

test('the step of the second owner asks for an answer of the second owner', () => {
  const second = personOf('owner', 2);
  const two: ApplicationState = { ...everyone, personnel: [theApplicant, owner, second, user] };
  expect(urlOr(whereAsked(`personnel.${second.id}.ssn`, two))).toBe('/apply/owner/info?part=2&owner=2');
  expect(urlOr(whereAsked(`personnel.${owner.id}.ssn`, two))).toBe('/apply/owner/info?part=2&owner=1');
});

test('no step asks for an answer that is no longer needed', () => {
  const same: ApplicationState = { ...everyone, questions: { billingSame: true } };
  expect(whereAsked('applicationData.billingCity', same)).toBeUndefined();
  expect(whereAsked(`personnel.${personOf('owner', 2).id}.ssn`, everyone)).toBeUndefined();
});

test('an error belongs to the field in its path, and an error about the guarantor to the question (D16)', () => {
  expect(fieldAsked('personnel.1.ssn')).toBe('ssn');
  expect(fieldAsked('percentageOwned')).toBe('percentageOwned');
  expect(fieldAsked('applicationData.guarantorId')).toBe('guarantor');
});

describe('a section that was confirmed too early (D11)', () => {
  const ssn = { field: `personnel.${owner.id}.ssn` };
  const share = { field: `personnel.${owner.id}.percentageOwned` };
  const birth = { field: `personnel.${owner.id}.dateOfBirth` };

  test('goes to the first incomplete step, with all its missing answers', () => {
    expect(errorsElsewhere([share, ssn, birth], {}, everyone)).toEqual({
      step: { screen: 'owner-info', part: 1, owner: 1 },
      errors: [share, birth],
    });
  });

  test('goes to a missing answer of the same record as those that were sent', () => {
    const led = (field: string, sent: Save) => urlOr(errorsElsewhere([{ field }], sent, everyone)?.step);
    const business = { applicationData: { dba: 'Greenacre' } };
    const confirmation = { disclosures: { noOtherOwners: true } };
    expect(led('applicationData.taxId', business)).toBe('/apply/business?part=2');
    expect(led('applicationData.dba', business)).toBeUndefined();
    expect(led('disclosures.authority', confirmation)).toBe('/apply/control-question');
    expect(led('disclosures.noOtherOwners', confirmation)).toBeUndefined();
    expect(led('applicationData.taxId', confirmation)).toBe('/apply/business?part=2');
  });

  test('goes nowhere else while one of the answers sent is wrong itself', () => {
    const sent = { applicationData: { dba: 'x'.repeat(51) } };
    expect(errorsElsewhere([ssn, { field: 'applicationData.dba' }], sent, everyone)).toBeUndefined();
  });

  test('goes nowhere else if the answers sent are wrong themselves, or no step asks for the missing one', () => {
    const sent = { disclosures: { noOtherOwners: true } };
    expect(errorsElsewhere([{ field: 'disclosures.noOtherOwners' }], sent, everyone)).toBeUndefined();
    expect(errorsElsewhere([ssn], sent, everyone)?.step.screen).toBe('owner-info');
    expect(errorsElsewhere([{ field: 'percentageOwned' }], {}, everyone)).toBeUndefined();
  });
});
