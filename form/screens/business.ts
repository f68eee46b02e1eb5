/** The screens about the business, in order. */
import { billingKeys } from '../fields/application.ts';
import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const business = {
  key: 'business',
  route: '/apply/business',
  groups: [
    group('application', ['businessName', 'dba', 'email']),
    group('application', ['taxId', 'organizationType']),
    group('application', ['naicsCode', 'businessType']),
  ],
} as const satisfies Screen;

export const businessAddress = {
  key: 'business-address',
  route: '/apply/business/address',
  groups: [
    group('application', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      isAddress: true,
    }),
  ],
} as const satisfies Screen;

/** Yes goes to the additional questions, no to the billing address (spec section 2). */
export const businessAddressSame = {
  key: 'business-address-same',
  route: '/apply/business/address/same',
  groups: [group('questions', ['billingSame'])],
} as const satisfies Screen;

/** Skipping it means the same address as the business (D14). */
export const businessBilling = {
  key: 'business-billing',
  route: '/apply/business/billing',
  groups: [
    group('application', billingKeys, {
      skipLosesTyped: true,
      assuming: { billingSame: false },
      isAddress: true,
    }),
  ],
  skippable: true,
} as const satisfies Screen;

export const businessAdditional = {
  key: 'business-additional',
  route: '/apply/business/additional',
  groups: [
    group('application', ['yearsInBusiness', 'employeeCount', 'annualSalesAmount', 'expectedPurchaseAmount']),
  ],
} as const satisfies Screen;

export const businessAdditionalGambling = {
  key: 'business-additional-gambling',
  route: '/apply/business/additional/gambling',
  groups: [group('application', ['internetGambling'])],
} as const satisfies Screen;

export const businessAdditionalInternet = {
  key: 'business-additional-internet',
  route: '/apply/business/additional/internet',
  groups: [group('application', ['internetBasedBusiness'])],
} as const satisfies Screen;

/** A document that shows that the business exists; it can be skipped here (D14, D29). */
export const businessAdditionalProof = {
  key: 'business-additional-proof',
  route: '/apply/business/additional/proof',
  groups: [],
  skippable: true,
} as const satisfies Screen;
