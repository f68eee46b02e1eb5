/** Tests that after any changes in any order, an application contains exactly the answers that the review shows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allConfirmed, personOf, stateOf } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { maskedKey } from '../fields/field.ts';
import { fieldsOf, formWith } from '../fields/form.ts';
import { impliedShare, organizationTypes } from '../lists/organization-types.ts';
import {
  countedAnswers,
  noOtherOwnersIsDue,
  ownersOf,
  shareOf,
  unclaimedShare,
} from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import { applicantOf, recordOfPerson } from '../people/people.ts';
import { reviewOf } from '../review/review.ts';
import type { Change } from './apply-change.ts';
import { applyChange } from './apply-change.ts';
import { guarantorIsRequired } from './guarantor.ts';
import { applySave } from './saves.ts';

/** An action of a person. Returns the change that the action makes to an application. */
type Step = (state: ApplicationState) => Change;

const billing = {
  billingAddressLine: '1 Elm St',
  billingCity: 'Fargo',
  billingState: 'ND',
  billingPostalCode: '58102',
};
const noBilling = Object.fromEntries(Object.keys(billing).map((key) => [key, null]));

const business =
  (applicationData: Change['applicationData'] & object): Step =>
  () => ({ applicationData });
const byApplicant =
  (change: (applicant: Person) => Change): Step =>
  (state) => {
    const applicant = applicantOf(state);
    return applicant ? change(applicant) : {};
  };
/** Returns the action that adds a person, or removes this person if the application already has them. */
const someone =
  (person: Person): Step =>
  ({ personnel }) =>
    personnel.some(({ id }) => id === person.id) ? { removed: person.id } : { added: person };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...organizationTypes).map((organizationType) => business({ organizationType })),
  fc
    .constantFrom(null, 0, 24.99, 40, 75.01, 100)
    .map((percentageOwned) => byApplicant(({ id }) => ({ person: { id, answers: { percentageOwned } } }))),
  fc.constantFrom(null, 'Greenacre').map((dba) => business({ dba })),
  fc.constantFrom('ein', 'ssn', null).map((taxIdKind) => business({ taxIdKind })),
  fc.constantFrom('987654321', null).map((taxId) => business({ taxId })),
  fc.constantFrom(billing, noBilling).map(business),
  fc.constantFrom(2, 40).map((yearsInBusiness) => business({ yearsInBusiness })),
  fc.boolean().map((yes) => byApplicant(({ id }) => business({ guarantorId: yes ? id : null })(stateOf()))),
  fc.constant(() => ({ disclosures: { noOtherOwners: true } })),
  fc.boolean().map((affiliates) => () => ({ disclosures: { affiliates } })),
  fc.constantFrom(1, 2).map((number) => someone(personOf('owner', number, { percentageOwned: 25 }))),
  fc.constantFrom(1, 2).map((number) => someone(personOf('authorized_user', number))),
  fc.constantFrom(1, 2).map(
    (number): Step =>
      (state) => {
        const there = applicantOf(state);
        return there ? { removed: there.id } : { added: personOf('applicant', number) };
      },
  ),
);

const form = fc
  .subarray(['application.dba', 'disclosures.affiliates', 'authorizedUser.ssn'])
  .map((hidden) => formWith(Object.fromEntries(hidden.map((key) => [key, { hidden: true }]))));

/** Returns whether a guarantor is required. A young business needs one, except if it is a public body. */
const required = (answers: ApplicationState['applicationData']) =>
  guarantorIsRequired(
    [
      { organizationType: ['municipality'], required: false },
      { minYearsInBusiness: 10, required: false },
    ],
    answers,
  );

/** Returns whether the server would accept a change. It refuses to add an owner if the legal form can't have owners. */
function isPossible(state: ApplicationState, { added }: Change): boolean {
  const { organizationType } = state.applicationData;
  return added?.personnelType !== 'owner' || impliedShare(organizationType ?? null) === undefined;
}

/** Applies the actions to an application that is ready to be submitted, except for its agreements. */
function eachStep(
  steps: readonly Step[],
  start: ApplicationState,
  look: (after: ApplicationState, change: Change, before: ApplicationState) => void,
): void {
  let state = start;
  for (const next of steps) {
    const change = next(state);
    if (!isPossible(state, change)) continue;
    const after = applyChange(state, change, required);
    look(after, change, state);
    state = after;
  }
}

const starting = form.map((shown) => {
  const state = stateOf({ form: shown, sections: allConfirmed });
  return { ...state, guarantorRequired: required(state.applicationData) };
});

/** Returns every answer in an application, keyed by path. */
function keptIn({ applicationData, personnel }: ApplicationState): Map<string, unknown> {
  const entries = (path: string, answers: object) =>
    Object.entries(answers).flatMap(([key, value]) =>
      value === null ? [] : [[`${path}.${key}`, value] as const],
    );
  return new Map([
    ...entries('business', applicationData),
    ...personnel.flatMap(({ id, answers }) => entries(id, answers)),
  ]);
}

/** Returns the path of each answer that has a row in the review. */
function shownIn(state: ApplicationState): Set<string> {
  const rows = reviewOf(state).flatMap((card) => card.rows);
  const asked = rows.flatMap(({ asks }) =>
    (asks?.keys ?? []).map((key) => `${asks?.person?.id ?? 'business'}.${key}`),
  );
  const isYes = (id: string) => {
    const row = rows.find((one) => one.id === id);
    return row?.answer.kind === 'field' && row.answer.values[row.answer.key] === true;
  };
  return new Set([
    ...asked,
    ...(isYes('row-guarantor') ? ['business.guarantorId'] : []),
    ...(isYes('row-no-other-owners') ? ['noOtherOwners'] : []),
  ]);
}

test('the application contains no answer that the review does not show', () => {
  fc.assert(
    fc.property(starting, fc.array(step, { maxLength: 12 }), (start, steps) => {
      eachStep(steps, start, (after) => {
        const shown = shownIn(after);
        expect([...keptIn(after).keys()].filter((path) => !shown.has(path))).toEqual([]);
        expect(shown.has('noOtherOwners')).toBe(after.disclosures.noOtherOwners === true);
        expect(noOtherOwnersIsDue(after) || after.disclosures.noOtherOwners !== true).toBe(true);
        if (fieldsOf(after.form, 'disclosures')['affiliates']?.hidden)
          expect(after.disclosures.affiliates ?? null).toBeNull();
      });
    }),
  );
});

test('no answer comes back that was not given in that step', () => {
  fc.assert(
    fc.property(starting, fc.array(step, { maxLength: 12 }), (start, steps) => {
      eachStep(steps, start, (after, { applicationData = {}, person, added, disclosures }, before) => {
        const was = keptIn(before);
        const sent = new Map<string, unknown>([
          ...Object.entries(applicationData).map(([key, value]) => [`business.${key}`, value] as const),
          ...Object.entries(person?.answers ?? {}).map(
            ([key, value]) => [`${person?.id}.${key}`, value] as const,
          ),
          ...Object.entries(added?.answers ?? {}).map(
            ([key, value]) => [`${added?.id}.${key}`, value] as const,
          ),
        ]);
        for (const [path, value] of keptIn(after)) expect([was.get(path), sent.get(path)]).toContain(value);
        const word = after.disclosures.noOtherOwners === true;
        expect(word && !before.disclosures.noOtherOwners && !disclosures?.['noOtherOwners']).toBe(false);
      });
    }),
  );
});

test('the counted shares are the shown ones and the implied one (D6)', () => {
  fc.assert(
    fc.property(starting, fc.array(step, { maxLength: 12 }), (start, steps) => {
      eachStep(steps, start, (after) => {
        const applicant = applicantOf(after);
        const implied = impliedShare(after.applicationData.organizationType ?? null);
        if (applicant && implied !== undefined) {
          expect(countedAnswers(after, applicant)['percentageOwned']).toBe(implied);
          expect(ownersOf(after)).toEqual([]);
        }
        const claimed = after.personnel.reduce((sum, person) => sum + shareOf(after, person), 0);
        expect(unclaimedShare(after)).toBe(100_00 - claimed);
      });
    }),
  );
});

test('the consequences of a change have no further consequences', () => {
  fc.assert(
    fc.property(starting, fc.array(step, { maxLength: 8 }), (start, steps) => {
      eachStep(steps, start, (after) => {
        expect(applyChange(after, {}, required)).toEqual(after);
      });
    }),
  );
});

/**
 * Returns answers without nulls, and with only the last four digits of masked answers, so that the tests can compare the page's
 * answers with the server's.
 */
function masked(state: ApplicationState, record: Parameters<typeof fieldsOf>[1], answers: object): object {
  const fields = fieldsOf(state.form, record);
  return Object.fromEntries(
    Object.entries(answers)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) =>
        fields[key]?.sensitive === 'masked' ? [maskedKey(key), String(value).slice(-4)] : [key, value],
      ),
  );
}

function known(state: ApplicationState): object {
  return {
    applicationData: masked(state, 'application', state.applicationData),
    disclosures: masked(state, 'disclosures', state.disclosures),
    personnel: state.personnel.map(({ id, personnelType, answers }) => ({
      id,
      ...masked(state, recordOfPerson[personnelType], answers),
    })),
    agreed: state.agreed,
  };
}

test('the page, which has only the last four digits of numbers and learns of the guarantor later, gets the same result', () => {
  fc.assert(
    fc.property(starting, fc.array(step, { maxLength: 12 }), (start, steps) => {
      let page: ApplicationState = {
        ...start,
        applicationData: masked(start, 'application', start.applicationData),
      };
      eachStep(steps, start, (server, change) => {
        const { person, added, removed, ...save } = change;
        page =
          added || removed
            ? applyChange(page, change)
            : applySave(page, { ...save, ...(person && { person: person.answers }) }, person?.id);
        page = applyChange(page, {}, () => server.guarantorRequired);
        expect(known(page)).toEqual(known(server));
      });
    }),
  );
});
