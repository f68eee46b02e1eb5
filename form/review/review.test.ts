import { describe, expect, test } from 'vitest';
import { baseForm, formWith } from './form.ts';
import { placeAt, samePlace } from './places.ts';
import { editAt, isEditPath, reviewOf } from './review.ts';
import { applySave } from './saves.ts';
import type { Situation } from './situation.ts';
import { confirmed, personOf, situationOf, theApplicant } from './test-situations.ts';
import { admit, furthestPlace, nextPlace } from './walk.ts';

const owner = personOf('owner', 1, { fullName: 'Rosa Diaz' });
const user = personOf('authorized_user', 1, { fullName: 'Sam Lee', ssn: null });
const done = confirmed('business', 'applicant', 'owner', 'authorizedUser');

/** A complete application with one more owner and one card user. */
const everyone = situationOf({ personnel: [theApplicant, owner, user], sections: done });

const rowsOf = (situation: Situation) => reviewOf(situation).flatMap(({ rows }) => rows);
const textOf = (situation: Situation, id: string) =>
  rowsOf(situation).find((row) => row.id === id)?.shown?.text;
const idsOf = (situation: Situation) => rowsOf(situation).map(({ id }) => id);

/** Follows an address as the page does. */
function follow(url: string, situation: Situation) {
  const [path = '', search = ''] = url.split('?');
  return isEditPath(path) ? editAt(path, search, situation) : placeAt(path, search);
}

describe('the cards', () => {
  test('one to each section and person', () => {
    expect(reviewOf(everyone).map(({ title }) => title)).toEqual([
      'Business',
      'You',
      'Owners',
      'Owner: Rosa Diaz',
      'Card users',
      'Card user: Sam Lee',
      'Proof of business',
    ]);
  });

  test('no owners for a business that is asked for none (D17)', () => {
    const city = situationOf({
      applicationData: { ...everyone.applicationData, organizationType: 'municipality' },
    });
    expect(reviewOf(city).map(({ id }) => id)).not.toContain('owners');
    expect(idsOf(city)).not.toContain('row-applicant-1-percentageOwned');
  });
});

describe('the rows', () => {
  test('hold every answer of the business and of each person once', () => {
    const held = rowsOf(everyone).flatMap(
      ({ asks }) => asks?.keys.map((key) => `${asks.record}.${key}`) ?? [],
    );
    const records = ['application', 'applicant', 'owner', 'authorizedUser'] as const;
    const all = records.flatMap((record) => Object.keys(baseForm[record]).map((key) => `${record}.${key}`));
    // The guarantee is a question of its own on the way.
    expect([...held, 'application.guarantorId'].sort()).toEqual(all.sort());
  });

  test('stand in the order in which they were asked', () => {
    expect(reviewOf(everyone)[0]?.rows.map(({ id }) => id)).toEqual([
      'row-application-businessName',
      'row-application-dba',
      'row-application-taxId',
      'row-application-organizationType',
      'row-application-naicsCode',
      'row-application-businessType',
      'row-application-email',
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

  test('have ids of their own', () => {
    const two = situationOf({ personnel: [theApplicant, owner, personOf('owner', 2), user] });
    expect(new Set(idsOf(two)).size).toBe(idsOf(two).length);
  });

  test('name the person', () => {
    const labels = rowsOf(everyone).map(({ label }) => label);
    expect(labels).toContain('Rosa Diaz’s date of birth');
    expect(labels).toContain('Sam Lee’s home address');
    expect(labels.filter((label) => label.includes('{'))).toEqual([]);
  });

  test('leave out what the program hides (D13)', () => {
    const form = formWith({ 'application.dba': { hidden: true } });
    expect(idsOf(everyone)).toContain('row-application-dba');
    expect(idsOf({ ...everyone, form })).not.toContain('row-application-dba');
  });

  test('a billing address that is left out is the business address (D14)', () => {
    const id = 'row-application-business-billing';
    const billing = { billingAddressLine: 'PO Box 5', billingCity: 'Edina', billingState: 'MN' } as const;
    expect(textOf(everyone, id)).toBe('Same as business address');
    expect(textOf({ ...everyone, applicationData: { ...everyone.applicationData, ...billing } }, id)).toBe(
      'PO Box 5\nEdina, MN',
    );
  });

  test('say nothing of an answer that was skipped', () => {
    expect(rowsOf(everyone).find(({ id }) => id === 'row-user-1-ssn')?.shown).toBeNull();
  });

  test('say who owns how much, the applicant first, and that nobody else does where that is due (D17)', () => {
    expect(textOf(everyone, 'row-owners')).toBe('Dana applicant 1, 40%\nRosa Diaz, 40%');
    expect(idsOf(everyone)).not.toContain('row-no-other-owners');
    expect(textOf(situationOf(), 'row-no-other-owners')).toBe('Yes');
    const unsaid = situationOf({ disclosures: { noOtherOwners: null } });
    expect(rowsOf(unsaid).find(({ id }) => id === 'row-no-other-owners')?.shown).toBeNull();
  });

  test('say whether the applicant guarantees the account (D16)', () => {
    const none = { ...everyone.applicationData, guarantorId: null };
    expect(textOf(everyone, 'row-guarantor')).toBe('Yes');
    expect(textOf({ ...everyone, applicationData: none }, 'row-guarantor')).toBe('No');
    expect(textOf(situationOf({ applicationData: none }), 'row-guarantor')).toBeUndefined();
  });

  test('name the papers, or count them where their names are not known', () => {
    const proof = (fileNames?: readonly string[]) =>
      reviewOf({ ...everyone, documentCount: 2 }, { ...(fileNames && { fileNames }) }).at(-1)?.rows[0]?.shown;
    expect(proof(['articles.pdf', 'license.png'])).toEqual({ text: 'articles.pdf\nlicense.png' });
    expect(proof()).toEqual({ text: '2 files' });
    expect(reviewOf({ ...everyone, documentCount: 0 }).at(-1)?.rows[0]?.shown).toBeNull();
  });
});

describe('where an answer is changed', () => {
  test.each(rowsOf(everyone).map(({ id, changeUrl }) => [id, changeUrl] as const))(
    '%s at %s, which leads there',
    (id, changeUrl) => {
      const found = follow(changeUrl, everyone);
      if (found && 'asks' in found) expect(found.id).toBe(id);
      else expect(found && samePlace(admit(found, everyone), found)).toBe(true);
    },
  );

  test('an address is changed as one', () => {
    expect(editAt('/apply/review/edit', 'answers=owner-address&owner=1', everyone)?.asks).toEqual({
      record: 'owner',
      keys: ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'],
      person: owner,
    });
  });

  test.each([
    ['/apply/review/question/dba', 'owner=1', 'a person has no such field'],
    ['/apply/review/question/fullName', 'owner=2', 'there is no such owner'],
    ['/apply/review/question/addressCity', '', 'a part of an address'],
    ['/apply/review/question/guarantorId', '', 'what is answered by a question'],
    ['/apply/review/question/constructor', '', 'no field at all'],
    ['/apply/review/edit', '', 'nothing'],
  ])('%s?%s leads nowhere: %s', (path, search) => {
    expect(editAt(path, search, everyone)).toBeUndefined();
  });

  test('only addresses below the review change answers', () => {
    expect(isEditPath('/apply/review')).toBe(false);
    expect(isEditPath('/apply/review/intro')).toBe(false);
    expect(isEditPath('/apply/review/question/taxId')).toBe(true);
  });
});

test('one who has seen the answers comes back to them from a screen of its own', () => {
  const list = { screen: 'authorized-user-list', part: 1 } as const;
  expect(nextPlace(list, everyone).screen).toBe('section-review');
  expect(nextPlace(list, { ...everyone, reviewing: true })).toEqual({ screen: 'review', part: 1 });
});

test('a changed billing address answers the question that stands before it (D14)', () => {
  const none = { billingAddressLine: null, billingCity: null, billingState: null, billingPostalCode: null };
  const own = { ...none, billingAddressLine: 'PO Box 5' };
  const same = situationOf({ questions: { billingSame: true } });
  const changed = applySave(same, { applicationData: own });
  expect(changed.questions.billingSame).toBe(false);
  expect(applySave(changed, { applicationData: none }).questions.billingSame).toBe(true);
  expect(applySave(same, { applicationData: { dba: 'Greenacre' } }).questions.billingSame).toBe(true);
});

test('once owners went with the legal form, the question whether there are any stands open again (D17)', () => {
  const told = { ...everyone, questions: { otherOwner: true } };
  const alone = applySave(told, { applicationData: { organizationType: 'sole_proprietorship' } });
  expect(alone.personnel).toEqual([theApplicant, user]);
  const again = applySave(alone, { applicationData: { organizationType: 'llc' } });
  expect(furthestPlace(again)).toEqual({ screen: 'owner', part: 1 });
});
