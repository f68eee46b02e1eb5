import { describe, expect, test } from 'vitest';
import { screenOf } from './flow.ts';
import { baseForm, fieldsOf, formWith } from './form.ts';
import { editAt, isEditPath, reviewOf, whereToMend } from './review.ts';
import { guaranteed, personOf, situationOf, theApplicant } from './test-situations.ts';

const owner = personOf('owner', 1, { percentageOwned: 30 });
const user = personOf('authorized_user');
const situation = situationOf({ personnel: [theApplicant, owner, user] });

const rowsOf = (of = situation) => reviewOf(of).flatMap(({ rows }) => rows);
const shownOf = (label: string | RegExp, of = situation) =>
  rowsOf(of).find((row) => (typeof label === 'string' ? row.label === label : label.test(row.label)))?.shown;

describe('the review', () => {
  test('shows every answer of the business and of each person once', () => {
    const shown = rowsOf().flatMap(({ asks }) => asks?.keys.map((key) => `${asks.record}.${key}`) ?? []);
    const records = ['application', 'applicant', 'owner', 'authorizedUser'] as const;
    const all = records.flatMap((record) =>
      Object.keys(fieldsOf(baseForm, record)).map((key) => `${record}.${key}`),
    );
    // The guarantee is a question of its own on the way.
    expect([...shown, 'application.guarantorId'].sort()).toEqual(all.sort());
  });

  test('says so where the billing address is that of the business (D14)', () => {
    expect(shownOf('Billing address')?.text).toBe('Same as business address');
  });

  test('never shows more of a masked number than its last four (D41)', () => {
    expect(JSON.stringify(rowsOf())).not.toContain(guaranteed.taxId);
    expect(shownOf('Federal tax ID (EIN)')?.text).toMatch(/6789$/);
  });

  test('shows dates as MM/DD/YYYY and amounts in dollars without decimals (spec section 9)', () => {
    expect(shownOf('Date of birth')?.text).toBe('04/28/1986');
    expect(shownOf('Yearly sales, in US dollars')?.text).toBe('$1,250,000');
  });

  test('leaves out what a program hides (D13)', () => {
    const form = formWith({ 'application.dba': { hidden: true } });
    expect(shownOf(/Trade name/, situationOf({ form }))).toBeUndefined();
  });

  test('lists everyone who owns 25 % or more, the applicant among them (D6)', () => {
    const text = shownOf(screenOf('owner-list').title)?.text ?? '';
    expect(text.split('\n')).toEqual(['Dana applicant 1, 40%', 'Dana owner 1, 30%']);
  });
});

describe('an address below the review', () => {
  const editable = rowsOf().filter(({ asks }) => asks !== undefined);

  test('leads from each answer to that answer alone', () => {
    expect(new Set(editable.map(({ changeUrl }) => changeUrl)).size).toBe(editable.length);
    for (const row of editable) {
      const [path = '', search = ''] = row.changeUrl.split('?');
      expect(isEditPath(path)).toBe(true);
      expect(editAt(path, search, situation)).toEqual(row);
    }
  });

  test('is as in the spec, section 2', () => {
    const url = (label: string) => rowsOf().find((row) => row.label === label)?.changeUrl;
    expect(url('Legal business name')).toBe('/apply/review/question/businessName');
    expect(url('Billing address')).toBe('/apply/review/edit?answers=business-billing');
  });

  test.each([
    ['/apply/review/question/nothing', ''],
    ['/apply/review/question/guarantorId', ''],
    ['/apply/review/question/ssn', 'owner=2'],
    ['/apply/review/question/toString', ''],
    ['/apply/review/edit', ''],
    ['/apply/review/edit', 'answers=business'],
  ])('is none where nothing is asked: %s?%s', (path, search) => {
    expect(editAt(path, search, situation)).toBeUndefined();
  });
});

describe('what submit refuses', () => {
  test.each([
    ['applicationData.taxId', '/apply/review/question/taxId'],
    ['applicationData.billingCity', '/apply/review/edit?answers=business-billing'],
    ['applicationData.guarantorId', '/apply/applicant/guarantor-question'],
    [`personnel.${owner.id}.ssn`, '/apply/review/question/ssn?owner=1'],
    [`personnel.${user.id}.addressCity`, '/apply/review/edit?answers=authorized-user-address&user=1'],
    ['personnel.applicant.fullName', '/apply/applicant'],
    ['disclosures.authority', '/apply/control-question'],
    ['disclosures.noOtherOwners', '/apply/owner/list'],
    ['consents.terms', '/apply/agreement/terms'],
    ['nothing.known', '/apply/review'],
  ])('%s is mended at %s', (path, url) => {
    expect(whereToMend(path, situation)).toBe(url);
  });
});
