import { expect, test } from 'vitest';
import {
  allConfirmed,
  confirmed,
  guaranteed,
  stateOf,
  stepOf,
  without,
} from '../../../tests/support/application-states.ts';
import { stepToResumeAt } from './step-to-resume-at.ts';

test('a question whose answer is not stored comes first if no field of the open step is answered', () => {
  const additional = [
    'yearsInBusiness',
    'employeeCount',
    'annualSalesAmount',
    'expectedPurchaseAmount',
  ] as const;
  const applicationData = without(guaranteed, additional);
  const state = stateOf({ applicationData, questions: { billingSame: null }, sections: confirmed() });
  expect(stepToResumeAt(state)).toEqual(stepOf('business-address-same'));
});

test('once every section is complete, the review comes first, and no question before it is asked again', () => {
  const questions = { authorizedUser: null, otherOwner: null, guarantor: null };
  expect(stepToResumeAt(stateOf({ questions, sections: allConfirmed }))).toEqual(stepOf('review'));
});
