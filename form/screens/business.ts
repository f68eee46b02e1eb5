/** Declares the screens about the business, in order. */
import { billingKeys } from '../fields/application.ts';
import type { Screen } from './screen.ts';
import { addressKeys } from './screen.ts';

export const businessScreens = [
  {
    key: 'business',
    route: '/apply/business',
    groups: [
      // The legal form comes before the tax ID, because it determines what the tax ID can be (D67).
      { record: 'application', fields: ['organizationType', 'businessName', 'dba', 'email'] },
      { record: 'application', fields: ['taxId', 'taxIdKind', 'naicsCode', 'businessType'] },
    ],
  },
  {
    key: 'business-address',
    route: '/apply/business/address',
    groups: [{ record: 'application', fields: addressKeys, isAddress: true }],
  },
  {
    key: 'business-address-same',
    route: '/apply/business/address/same',
    groups: [{ record: 'questions', fields: ['billingSame'] }],
  },
  // Skip makes the business address the billing address (D14).
  {
    key: 'business-billing',
    route: '/apply/business/billing',
    groups: [
      {
        record: 'application',
        fields: billingKeys,
        skipLosesTyped: true,
        assuming: { billingSame: false },
        isAddress: true,
      },
    ],
    skippable: true,
  },
  {
    key: 'business-additional',
    route: '/apply/business/additional',
    groups: [
      {
        record: 'application',
        fields: ['yearsInBusiness', 'employeeCount', 'annualSalesAmount', 'expectedPurchaseAmount'],
      },
    ],
  },
  {
    key: 'business-additional-gambling',
    route: '/apply/business/additional/gambling',
    groups: [{ record: 'application', fields: ['internetGambling'] }],
  },
  {
    key: 'business-additional-internet',
    route: '/apply/business/additional/internet',
    groups: [{ record: 'application', fields: ['internetBasedBusiness'] }],
  },
  // Asks for a document that proves that the business exists (D14, D29).
  {
    key: 'business-additional-proof',
    route: '/apply/business/additional/proof',
    groups: [],
    skippable: true,
  },
] as const satisfies readonly Screen[];
