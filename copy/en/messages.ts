import type { Copy } from '../copy.ts';

const invalid = 'Invalid Field';

/** The message of each rule, letter for letter as in spec section 5, misspellings included (D8). */
export const messages: Copy['messages'] = {
  required: 'Required Field',
  invalid,
  minAge: 'Must be at least {min} years old',
  minLength: 'Must be at least {min} characters',
  maxLength: 'Must be less than {max} characters',
  minValue: 'Must be at least {min}',
  maxValue: 'Must be less than {max}',
  email: 'Invalid email address',
  phone: 'Invalid phone number',
  numeric: invalid,
  digits: invalid,
  taxId: 'Invalid Federal Tax ID',
  ssn: invalid,
  state: 'Invalid State',
  postalCodeForState: 'Postal Code is not valid for {state}',
  noPoBox: 'P.O. Boxes are not allowed',
  industryCode: invalid,
  notInFuture: 'Date must be today or in the past',
  notInPast: 'Date must be today or in the future',
  ownerMinimum: 'Percentage owned must be at lease {min}%',
  totalOwnership:
    'Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: {max}%',
  fileRequired: 'Document is required to continue',
  agreementRead: 'Please click the agreement link and review the terms before continuing',
  agreeRequired: 'Please select agree to continue.',
  guarantorRead: 'Please click the checkbox before continuing',
};
