/** Declares the fields of the people in an application: applicant, beneficial owners and authorized users (spec section 3). */
import { ownersAreAsked, ownerThreshold } from '../people/ownership.ts';
import { declareFields } from './field.ts';
import {
  choice,
  dateOfBirth,
  email,
  money,
  phone,
  share,
  ssn,
  state,
  street,
  text,
  years,
  zipIn,
} from './presets.ts';

/** Housing statuses (spec section 3). */
export const housingStatuses = ['rent', 'own', 'other'] as const;

export const applicantFields = declareFields({
  fullName: text({ autocomplete: 'name' }, 100),
  ssn: ssn(),
  dateOfBirth: dateOfBirth({ autocomplete: 'bday' }),
  occupation: text({ autocomplete: 'organization-title' }, 100),
  addressLine: street({ autocomplete: 'section-home address-line1' }),
  addressCity: text({ autocomplete: 'section-home address-level2' }, 50),
  addressState: state({ autocomplete: 'section-home address-level1' }),
  addressPostalCode: zipIn('addressState', { autocomplete: 'section-home postal-code' }),
  percentageOwned: { ...share(), when: (state): boolean => ownersAreAsked(state) },
  email: email({ autocomplete: 'email' }),
  phoneNumber: phone({ autocomplete: 'tel' }),
  yearsAtResidence: years(3),
  housingStatus: choice(housingStatuses),
  grossAnnualIncome: { ...money, sensitive: 'sealed' },
  monthlyHousingPayment: { ...money, sensitive: 'sealed' },
});

/** Turns off autocomplete in fields about other people, because the browser would fill in the applicant's data. */
const notFilledIn = { autocomplete: 'off' } as const;

export const ownerFields = declareFields({
  fullName: text(notFilledIn, 100),
  ssn: ssn(),
  dateOfBirth: dateOfBirth(notFilledIn),
  occupation: text(notFilledIn, 100),
  addressLine: street(notFilledIn),
  addressCity: text(notFilledIn, 50),
  addressState: state(notFilledIn),
  addressPostalCode: zipIn('addressState', notFilledIn),
  percentageOwned: share(ownerThreshold),
  email: email(notFilledIn),
  phoneNumber: phone(notFilledIn),
  yearsAtResidence: years(3),
  housingStatus: choice(housingStatuses),
});

export const authorizedUserFields = declareFields({
  fullName: text(notFilledIn, 100),
  ssn: ssn({ required: false }),
  dateOfBirth: dateOfBirth(notFilledIn),
  addressLine: street(notFilledIn),
  addressCity: text(notFilledIn, 50),
  addressState: state(notFilledIn),
  addressPostalCode: zipIn('addressState', notFilledIn),
});
