import { describe, expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { rowLabel } from '../../copy/review.ts';
import { confirmed, personOf, stateOf, theApplicant } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { baseForm, formWith } from '../fields/form.ts';
import { firstOpenStep, nextStep, visitableStep } from '../flow/navigation.ts';
import { sameStep, stepAt } from '../flow/steps.ts';
import { applySave } from '../state/saves.ts';
import { isEditPath } from './edit-path.ts';
import { editAt, reviewOf } from './review.ts';

const owner = personOf('owner', 1, { fullName: 'Rosa Diaz' });
const user = personOf('authorized_user', 1, { fullName: 'Sam Lee', ssn: null });
const done = confirmed('business', 'applicant', 'owner', 'authorizedUser');

/** A complete application with the applicant, one other owner, and one card user. */
const everyone = stateOf({ personnel: [theApplicant, owner, user], sections: done });

const rowsOf = (state: ApplicationState) => reviewOf(state).flatMap(({ rows }) => rows);
const idsOf = (state: ApplicationState) => rowsOf(state).map(({ id }) => id);

/** Returns the row or the step that the page shows at a URL. */
function follow(url: string, state: ApplicationState) {
  const [path = '', search = ''] = url.split('?');
  return isEditPath(path) ? editAt(path, search, state) : stepAt(path, search);
}

describe('the cards', () => {
  test('there is one for each section and person', () => {
    expect(reviewOf(everyone).map(({ id }) => id)).toEqual([
      'business',
      'applicant',
      'owners',
      'owner-1',
      'users',
      'user-1',
      'proof',
    ]);
  });

  test('there is none for owners if the business is not asked for owners (D17)', () => {
    const city = stateOf({
      applicationData: { ...everyone.applicationData, organizationType: 'municipality' },
    });
    expect(reviewOf(city).map(({ id }) => id)).not.toContain('owners');
    expect(idsOf(city)).not.toContain('row-applicant-1-percentageOwned');
  });
});

describe('the rows', () => {
  test('contain every answer of the business and of each person once', () => {
    const held = rowsOf(everyone).flatMap(
      ({ asks }) => asks?.keys.map((key) => `${asks.record}.${key}`) ?? [],
    );
    const records = ['application', 'applicant', 'owner', 'authorizedUser'] as const;
    const all = records.flatMap((record) => Object.keys(baseForm[record]).map((key) => `${record}.${key}`));
    // The review shows `guarantorId` as the answer to a question of the flow. Only sole proprietorships have `taxIdKind`.
    expect([...held, 'application.guarantorId', 'application.taxIdKind'].sort()).toEqual(all.sort());
  });

  test('are in the order in which they were asked', () => {
    expect(reviewOf(everyone)[0]?.rows.map(({ id }) => id)).toEqual([
      'row-application-organizationType',
      'row-application-businessName',
      'row-application-dba',
      'row-application-email',
      'row-application-taxId',
      'row-application-naicsCode',
      'row-application-businessType',
      'row-application-business-address',
      'row-application-business-billing',
      'row-application-yearsInBusiness',
      'row-application-employeeCount',
      'row-application-annualSalesAmount',
      'row-application-expectedPurchaseAmount',
      'row-application-internetGambling',
      'row-application-internetBasedBusiness',
    ]);
  });

  test('contain the answers and the name of their person', () => {
    const shown = (id: string) => {
      const row = rowsOf(everyone).find((one) => one.id === id);
      const answer = row?.answer;
      const values = answer?.kind === 'field' || answer?.kind === 'address' ? answer.values : undefined;
      return [row?.name, values];
    };
    expect(shown('row-application-dba')).toEqual(['', everyone.applicationData]);
    expect(shown('row-applicant-1-email')).toEqual(['Dana applicant 1', theApplicant.answers]);
    expect(shown('row-owner-1-email')).toEqual(['Rosa Diaz', owner.answers]);
    expect(shown('row-owner-1-owner-address')).toEqual(['Rosa Diaz', owner.answers]);
    expect(shown('row-user-1-dateOfBirth')).toEqual(['Sam Lee', user.answers]);
  });

  test('know the group that asks for them by its first field (D12)', () => {
    const groupOf = (id: string) => rowsOf(everyone).find((row) => row.id === id)?.group;
    const group = { screen: 'business', first: 'organizationType' };
    expect(groupOf('row-application-businessName')).toEqual(group);
    expect(groupOf('row-application-email')).toEqual(group);
    expect(groupOf('row-application-taxId')).toEqual({ screen: 'business', first: 'taxId' });
    expect(groupOf('row-application-business-address')).toEqual({
      screen: 'business-address',
      first: 'addressLine',
    });
    expect(groupOf('row-guarantor')).toBeUndefined();
  });

  test('have different ids', () => {
    const two = stateOf({ personnel: [theApplicant, owner, personOf('owner', 2), user] });
    expect(new Set(idsOf(two)).size).toBe(idsOf(two).length);
  });

  test('leave out what the program hides (D13)', () => {
    const form = formWith({ 'application.dba': { hidden: true } });
    expect(idsOf(everyone)).toContain('row-application-dba');
    expect(idsOf({ ...everyone, form })).not.toContain('row-application-dba');
  });
});

describe('the URL where an answer is changed', () => {
  test.each(rowsOf(everyone).map(({ id, changeUrl }) => [id, changeUrl] as const))(
    '%s is changed at %s',
    (id, changeUrl) => {
      const found = follow(changeUrl, everyone);
      if (found && 'asks' in found) expect(found.id).toBe(id);
      else expect(found && sameStep(visitableStep(found, everyone), found)).toBe(true);
    },
  );

  test('an address is changed as a whole', () => {
    expect(editAt('/apply/review/edit', 'answers=owner-address&owner=1', everyone)?.asks).toEqual({
      record: 'owner',
      keys: ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'],
      person: owner,
    });
  });

  test('a tax ID is changed together with its kind, and named after it (D67)', () => {
    const applicationData = { ...everyone.applicationData, organizationType: 'sole_proprietorship' } as const;
    const rowIn = (taxIdKind: 'ssn' | null) => {
      const state = stateOf({ applicationData: { ...applicationData, taxIdKind }, sections: done });
      return rowsOf(state).find(({ id }) => id === 'row-application-taxId');
    };
    expect(rowIn(null)?.asks?.keys).toEqual(['taxId', 'taxIdKind']);
    expect(rowsOf(everyone).find(({ id }) => id === 'row-application-taxId')?.asks?.keys).toEqual(['taxId']);
    const named = (taxIdKind: 'ssn' | null) => {
      const row = rowIn(taxIdKind);
      return row && rowLabel(en, row);
    };
    expect(named(null)).toBe('Federal tax ID (EIN)');
    expect(named('ssn')).toBe('Federal tax ID (your Social Security number)');
  });

  test('an answer with its own screen is changed there', () => {
    const onOwnScreens = (state: ApplicationState) =>
      rowsOf(state).flatMap(({ id, asks, changeUrl }) => (asks ? [] : [[id, changeUrl]]));
    expect(onOwnScreens(everyone)).toEqual([
      ['row-guarantor', '/apply/applicant/guarantor-question'],
      ['row-owners', '/apply/owner/list'],
      ['row-users', '/apply/authorized-user/list'],
      ['row-proof', '/apply/entity-required'],
    ]);
    expect(onOwnScreens(stateOf({ sections: done }))).toEqual([
      ['row-guarantor', '/apply/applicant/guarantor-question'],
      ['row-owners', '/apply/owner'],
      ['row-no-other-owners', '/apply/owner'],
      ['row-users', '/apply/authorized-user'],
      ['row-proof', '/apply/entity-required'],
    ]);
  });

  test.each([
    ['/apply/review/question/dba', 'owner=1', 'a person has no such field'],
    ['/apply/review/question/fullName', 'owner=2', 'there is no such owner'],
    ['/apply/review/question/addressCity', '', 'a part of an address'],
    ['/apply/review/question/guarantorId', '', 'an answer that a question of the flow sets'],
    ['/apply/review/question/constructor', '', 'no field at all'],
    ['/apply/review/edit', '', 'nothing'],
  ])('%s?%s goes nowhere: %s', (path, search) => {
    expect(editAt(path, search, everyone)).toBeUndefined();
  });

  test('only URLs below the review change answers', () => {
    expect(isEditPath('/apply/review')).toBe(false);
    expect(isEditPath('/apply/review/intro')).toBe(false);
    expect(isEditPath('/apply/review/question/taxId')).toBe(true);
  });
});

test('a person who has seen the review returns to it from a screen that the change opened', () => {
  const list = { screen: 'authorized-user-list', part: 1 } as const;
  expect(nextStep(list, everyone).screen).toBe('review');
  expect(nextStep(list, { ...everyone, reviewing: true })).toEqual({ screen: 'review', part: 1 });
});

test('a changed billing address answers the question before it (D14)', () => {
  const none = { billingAddressLine: null, billingCity: null, billingState: null, billingPostalCode: null };
  const own = { ...none, billingAddressLine: 'PO Box 5' };
  const same = stateOf({ questions: { billingSame: true } });
  const changed = applySave(same, { applicationData: own });
  expect(changed.questions.billingSame).toBe(false);
  expect(applySave(changed, { applicationData: none }).questions.billingSame).toBe(true);
  expect(applySave(same, { applicationData: { billingCity: 'Edina' } }).questions.billingSame).toBe(false);
  expect(applySave(same, { applicationData: { dba: 'Greenacre' } }).questions.billingSame).toBe(true);
});

test('if a new legal form removes the owners, the question about owners is open again (D17)', () => {
  const told = { ...everyone, questions: { otherOwner: true } };
  const soleOwner = applySave(told, { applicationData: { organizationType: 'sole_proprietorship' } });
  expect(soleOwner.personnel.map(({ id }) => id)).toEqual([theApplicant.id, user.id]);
  const again = applySave(soleOwner, { applicationData: { organizationType: 'llc' } });
  const answered = applySave(again, { person: { percentageOwned: 40 } }, theApplicant.id);
  expect(firstOpenStep(answered)).toEqual({ screen: 'owner', part: 1 });
});
