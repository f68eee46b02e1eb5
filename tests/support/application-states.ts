/**
 * Provides applications, people and rule contexts for the tests of form/. Each test starts from the complete application of an
 * LLC in Minnesota and changes only the answers that it tests. Production code never imports this file.
 */
import { en } from '../../copy/en/en.ts';
import { ruleMessage } from '../../copy/sentences.ts';
import type { AgreementKey, ApplicationState, SectionKey } from '../../form/fields/application-state.ts';
import type { Field } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import type { ScreenKey } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import type { Person, PersonnelType } from '../../form/people/people.ts';
import type { ParsedValue, Rule, RuleContext } from '../../form/rules/rule.ts';
import { obeys } from '../../form/rules/rules.ts';
import { parseTyped, validateAnswer } from '../../form/validation/validate.ts';

/**
 * Returns the context in which a rule is checked. By default, the application has no other people, and the date is June 15, 2026.
 */
export function contextOf(changes: Partial<RuleContext> = {}): RuleContext {
  return {
    today: '2026-06-15',
    record: {},
    unclaimedShare: 100_00,
    otherSsns: [],
    isIndustry: (code) => code === '561730',
    guarantorRequired: true,
    ...changes,
  };
}

/** Returns true if an answer obeys a rule. */
export function obeysRule(
  rule: Rule,
  value: ParsedValue | null,
  changes: Partial<RuleContext> = {},
): boolean {
  return obeys(value, rule, contextOf(changes));
}

/**
 * Returns the error message that appears after a person types this text into a field and presses Next, or null if there is no
 * error.
 */
export function messageFor(field: Field, typed: string, changes: Partial<RuleContext> = {}): string | null {
  const error = validateAnswer(field, 'field', parseTyped(field, typed), contextOf(changes));
  return error ? ruleMessage(en, error) : null;
}

/** The answers about the business in a complete application. */
export const businessAnswers = {
  businessName: 'Greenacre Lawn Care LLC',
  taxId: '123456789',
  naicsCode: '561730',
  email: 'office@greenacre.example',
  businessType: 'lawn',
  organizationType: 'llc',
  addressLine: '8111 Lyndale Ave S',
  addressCity: 'Bloomington',
  addressState: 'MN',
  addressPostalCode: '55420',
  yearsInBusiness: 8,
  employeeCount: 12,
  annualSalesAmount: 1_250_000,
  expectedPurchaseAmount: 40_000,
  internetGambling: false,
  internetBasedBusiness: false,
} as const satisfies ApplicationState['applicationData'];

const home = {
  addressLine: '12 Oak St',
  addressCity: 'Edina',
  addressState: 'MN',
  addressPostalCode: '55424',
};

const ownAnswers = {
  ...home,
  dateOfBirth: '1986-04-28',
  occupation: 'Manager',
  percentageOwned: 40,
  email: 'dana@greenacre.example',
  phoneNumber: '2025550123',
  yearsAtResidence: 5,
  housingStatus: 'own',
};

const answersOf: Readonly<Record<PersonnelType, Readonly<Record<string, unknown>>>> = {
  applicant: { ...ownAnswers, grossAnnualIncome: 90_000, monthlyHousingPayment: 1_500 },
  owner: ownAnswers,
  authorized_user: { ...home, dateOfBirth: '1990-01-02' },
};

/** Returns a person with all answers, and with a unique name and Social Security number. */
export function personOf(
  personnelType: PersonnelType,
  number = 1,
  changes: Readonly<Record<string, unknown>> = {},
): Person {
  const digit = { applicant: 1, owner: 2, authorized_user: 3 }[personnelType];
  return {
    id: `0197a000-0000-7000-8000-0000000000${digit}${number}`,
    personnelType,
    answers: {
      ...answersOf[personnelType],
      fullName: `Dana ${personnelType} ${number}`,
      ssn: `9000000${digit}${number}`,
      ...changes,
    },
  };
}

export const theApplicant = personOf('applicant');

/** The answers about the business, with the applicant as guarantor. */
export const guaranteed = { ...businessAnswers, guarantorId: theApplicant.id } as const;

/** Returns a record without some of its answers. */
export function without<R extends object>(record: R, keys: readonly string[]): Partial<R> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key))) as Partial<R>;
}

/** Returns the section flags of an application in which only these sections are confirmed. */
export function confirmed(...keys: readonly SectionKey[]): ApplicationState['sections'] {
  return {
    business: keys.includes('business'),
    applicant: keys.includes('applicant'),
    owner: keys.includes('owner'),
    authorizedUser: keys.includes('authorizedUser'),
  };
}

export const allConfirmed = confirmed('business', 'applicant', 'owner', 'authorizedUser');

/** Returns the consents of an application in which only these agreements are agreed to. */
export function agreed(...keys: readonly AgreementKey[]): ApplicationState['agreed'] {
  return {
    esign: keys.includes('esign'),
    terms: keys.includes('terms'),
    guarantor: keys.includes('guarantor'),
    'controlling-party': keys.includes('controlling-party'),
  };
}

/**
 * Returns the application of an LLC whose applicant owns 40%, guarantees the account, and has confirmed that there are no other
 * owners. Every question is answered, but no section is confirmed and no agreement is agreed to.
 */
export function stateOf(changes: Partial<ApplicationState> = {}): ApplicationState {
  return {
    form: baseForm,
    now: new Date('2026-06-15T20:00:00Z'),
    isIndustry: (code) => code === '561730',
    applicationData: guaranteed,
    disclosures: { shareInformation: true, authority: true, noOtherOwners: true },
    questions: {},
    personnel: [theApplicant],
    documentCount: 1,
    sections: confirmed(),
    agreed: agreed(),
    guarantorRequired: true,
    proofRequired: false,
    proofLater: false,
    ...changes,
  };
}

/** Returns the step for the group `part` of a screen. `person` says which owner or card user the step is about, if any. */
export function stepOf(
  screen: ScreenKey,
  part = 1,
  person: { readonly owner?: number; readonly user?: number } = {},
): Step {
  return { screen, part, ...person };
}
