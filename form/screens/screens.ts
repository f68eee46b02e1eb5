/** Declares the screens of each section, and the sections in order (spec section 2, D10). */
import { billingKeys } from '../fields/application.ts';
import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import { beneficialOwners, noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { authorizedUsersOf } from '../people/people.ts';
import { agreementsDue } from '../state/consents.ts';
import type { Screen } from './screen.ts';

/** The fields of a home or business address, in the order in which every screen asks for them. */
const addressKeys = ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'] as const;

const startScreens = [
  { key: 'start', route: '/apply', groups: [] },
  {
    key: 'share-information',
    route: '/apply/share-information',
    groups: [{ record: 'disclosures', fields: ['shareInformation', 'affiliates'] }],
  },
  // Only a person with the authority to act for the business can continue (D15).
  {
    key: 'control-question',
    route: '/apply/control-question',
    groups: [{ record: 'disclosures', fields: ['authority'] }],
    stops: ({ disclosures }) => disclosures.authority === false,
  },
] as const satisfies readonly Screen[];

const businessScreens = [
  {
    key: 'business',
    route: '/apply/business',
    groups: [
      // The legal form comes before the tax ID, because the legal form determines which kinds of tax IDs are allowed (D67).
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
  // Skip means that the billing address is the same as the business address (D14).
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
  // This screen asks for a document that proves that the business exists (D14, D29).
  {
    key: 'business-additional-proof',
    route: '/apply/business/additional/proof',
    groups: [],
    skippable: true,
  },
] as const satisfies readonly Screen[];

const applicantScreens = [
  {
    key: 'applicant',
    route: '/apply/applicant',
    groups: [
      { record: 'applicant', fields: ['fullName', 'dateOfBirth', 'ssn'] },
      { record: 'applicant', fields: ['email', 'phoneNumber', 'occupation', 'grossAnnualIncome'] },
      {
        record: 'applicant',
        fields: ['housingStatus', 'monthlyHousingPayment', 'yearsAtResidence', 'percentageOwned'],
      },
    ],
  },
  {
    key: 'applicant-address',
    route: '/apply/applicant/address',
    groups: [{ record: 'applicant', fields: addressKeys, isAddress: true }],
  },
  // If a guarantee is required, the person can't apply with the answer No (D16).
  {
    key: 'applicant-guarantor-question',
    route: '/apply/applicant/guarantor-question',
    groups: [{ record: 'questions', fields: ['guarantor'] }],
    stops: ({ guarantorRequired, questions }) => guarantorRequired && questions.guarantor === false,
    satisfied: ({ guarantorRequired, guaranteeReopened, applicationData }) =>
      !(guarantorRequired || guaranteeReopened) || (applicationData.guarantorId ?? null) !== null,
  },
] as const satisfies readonly Screen[];

/** The question about other owners, the screens about each owner, and the list of owners. */
const ownerScreens = [
  {
    key: 'owner',
    route: '/apply/owner',
    groups: [
      { record: 'questions', fields: ['otherOwner'] },
      { record: 'owner', fields: ['fullName'], underYes: true },
    ],
    satisfied: (state) =>
      ownersOf(state).length > 0 ||
      state.questions.otherOwner === true ||
      state.disclosures.noOtherOwners === true ||
      !noOtherOwnersIsDue(state),
  },
  // Skip removes this owner (D14).
  {
    key: 'owner-info',
    route: '/apply/owner/info',
    groups: [
      { record: 'owner', fields: ['dateOfBirth', 'percentageOwned', 'email', 'phoneNumber'] },
      { record: 'owner', fields: ['ssn', 'occupation', 'housingStatus', 'yearsAtResidence'] },
    ],
    skippable: true,
  },
  {
    key: 'owner-address',
    route: '/apply/owner/address',
    groups: [{ record: 'owner', fields: addressKeys, isAddress: true }],
  },
  // This screen lists everyone who owns 25% or more, and the share that no one has claimed (D6, D17).
  {
    key: 'owner-list',
    route: '/apply/owner/list',
    groups: [],
    when: (state) =>
      ownersOf(state).length > 0 || (beneficialOwners(state).length > 0 && !noOtherOwnersIsDue(state)),
    satisfied: (state) =>
      state.disclosures.noOtherOwners === true ||
      state.questions.anotherOwner === true ||
      !noOtherOwnersIsDue(state),
  },
] as const satisfies readonly Screen[];

/** The question about card users, the screens about each card user, and the list of card users. */
const authorizedUserScreens = [
  {
    key: 'authorized-user',
    route: '/apply/authorized-user',
    groups: [
      { record: 'questions', fields: ['authorizedUser'] },
      { record: 'authorizedUser', fields: ['fullName'], underYes: true },
    ],
  },
  // Skip removes this card user (D14).
  {
    key: 'authorized-user-info',
    route: '/apply/authorized-user/info',
    groups: [{ record: 'authorizedUser', fields: ['dateOfBirth', 'ssn'] }],
    skippable: true,
  },
  {
    key: 'authorized-user-address',
    route: '/apply/authorized-user/address',
    groups: [{ record: 'authorizedUser', fields: addressKeys, isAddress: true }],
  },
  {
    key: 'authorized-user-list',
    route: '/apply/authorized-user/list',
    groups: [],
    when: (state) => authorizedUsersOf(state).length > 0,
  },
] as const satisfies readonly Screen[];

/** The route of the review. A person changes answers of the review at URLs below this route. */
export const reviewRoute = '/apply/review';

const reviewScreens = [
  // This screen appears if the program requires a document and the person has added none on the earlier screen (D54, D26).
  {
    key: 'entity-required',
    route: '/apply/entity-required',
    groups: [],
    isSkipped: ({ documentCount, proofAddedLast, proofRequired }) =>
      !proofRequired || (documentCount > 0 && proofAddedLast !== true),
    satisfied: ({ documentCount, proofRequired, proofLater, proofUploading }) =>
      documentCount > 0 || !proofRequired || proofLater || proofUploading === true,
  },
  // Next and Back skip these two screens, because they ask no questions (D63).
  { key: 'section-review', route: '/apply/section-review', groups: [], isSkipped: () => true },
  { key: 'review-intro', route: '/apply/review/intro', groups: [], isSkipped: () => true },
  { key: 'review', route: reviewRoute, groups: [], satisfied: ({ reviewed }) => reviewed === true },
] as const satisfies readonly Screen[];

function screenFor<K extends AgreementKey>(agreement: K) {
  return {
    key: `agreement-${agreement}`,
    route: `/apply/agreement/${agreement}`,
    groups: [],
    when: (state: ApplicationState) => agreementsDue(state).includes(agreement),
    agreement,
    satisfied: ({ agreed }: ApplicationState) => agreed[agreement],
  } as const satisfies Screen;
}

/** The screens of the agreements, in the order in which they are signed (D10). */
const agreementScreens = [
  screenFor('esign'),
  screenFor('terms'),
  screenFor('guarantor'),
  screenFor('controlling-party'),
] as const;

export const flow = [
  { key: 'start', screens: startScreens },
  { key: 'business', screens: businessScreens },
  { key: 'applicant', screens: applicantScreens },
  { key: 'owner', screens: ownerScreens },
  { key: 'authorizedUser', screens: authorizedUserScreens },
  { key: 'review', screens: [...reviewScreens, ...agreementScreens] },
] as const;
