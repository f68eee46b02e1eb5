/** The words of the screens and their groups of fields, and the names of the sections. */
import type { Copy, ScreensCopy } from '../copy.ts';

export const sections: Copy['sections'] = {
  business: 'Business',
  applicant: 'You',
  owner: 'Owners',
  authorizedUser: 'Card users',
  review: 'Review',
};

/** The words of the screens. The words of a group of fields are keyed by the group's first field. */
export const screens: ScreensCopy = {
  start: { title: 'Start' },
  'share-information': {
    title: 'How we share your information',
    groups: { shareInformation: { label: 'Before you start', title: 'How we share your information' } },
  },
  'control-question': {
    title: 'Your authority',
    stop: 'To apply, you must be at least 18, live in the US, and be authorized to act for the business. Visit your local merchant for help.',
    groups: { authority: { label: 'Before you start' } },
  },
  business: {
    title: 'About your business',
    groups: {
      organizationType: { label: 'Business details', title: 'About your business' },
      taxId: { label: 'Business details', title: 'Tax ID and industry' },
    },
  },
  'business-address': {
    title: 'Business address',
    groups: {
      addressLine: {
        label: 'Business address',
        title: 'Where is your business?',
        address: 'Business address',
      },
    },
  },
  'business-address-same': {
    title: 'Same address for billing',
    groups: { billingSame: { label: 'Billing address' } },
  },
  'business-billing': {
    title: 'Billing address',
    skip: 'Use business address',
    groups: {
      billingAddressLine: {
        label: 'Billing address',
        title: 'What’s your billing address?',
        skipLoses: 'We won’t keep what you typed here. We’ll use your business address.',
        address: 'Billing address',
        noAddress: 'Same as business address',
      },
    },
  },
  'business-additional': {
    title: 'More about your business',
    groups: { yearsInBusiness: { label: 'Business size', title: 'How big is your business?' } },
  },
  'business-additional-gambling': {
    title: 'Internet gambling',
    groups: { internetGambling: { label: 'Online business' } },
  },
  'business-additional-internet': {
    title: 'Internet business',
    groups: { internetBasedBusiness: { label: 'Online business' } },
  },
  'business-additional-proof': { title: 'Proof of business', skip: 'Skip for now' },
  applicant: {
    title: 'About you',
    groups: {
      fullName: { label: 'Your details', title: 'Who’s applying?' },
      email: { label: 'Your details', title: 'Your contact details and job' },
      housingStatus: { label: 'Your details', title: 'Your home and your share of the business' },
    },
  },
  'applicant-address': {
    title: 'Your home address',
    groups: {
      addressLine: { label: 'Your address', title: 'Where do you live?', address: 'Your home address' },
    },
  },
  'applicant-guarantor-question': {
    title: 'Personal guarantee',
    stop: 'To apply online, your business needs a personal guarantee. This is not a credit decision. You can apply on paper at {merchant}.',
    groups: { guarantor: { label: 'Personal guarantee' } },
  },
  owner: {
    title: 'Other owners',
    groups: {
      otherOwner: { label: 'Owners' },
      fullName: { label: 'Owner', title: 'Who else owns 25% or more?' },
    },
  },
  'owner-info': {
    title: 'Owner details',
    skip: 'Remove {name}',
    groups: {
      dateOfBirth: { label: 'Owner', title: 'About {name}' },
      ssn: { label: 'Owner', title: 'More about {name}' },
    },
  },
  'owner-address': {
    title: 'Owner address',
    groups: {
      addressLine: { label: 'Owner', title: 'Where does {name} live?', address: '{name}’s home address' },
    },
  },
  'owner-list': { title: 'Owners of 25% or more' },
  'authorized-user': {
    title: 'Card users',
    groups: {
      authorizedUser: { label: 'Card users' },
      fullName: { label: 'Card user', title: 'Who else needs a card?' },
    },
  },
  'authorized-user-info': {
    title: 'Card user details',
    skip: 'Remove {name}',
    groups: {
      dateOfBirth: { label: 'Card user', title: '{name}’s details' },
    },
  },
  'authorized-user-address': {
    title: 'Card user address',
    groups: {
      addressLine: {
        label: 'Card user',
        title: 'What’s {name}’s home address?',
        address: '{name}’s home address',
      },
    },
  },
  'authorized-user-list': { title: 'People who need a card' },
  'entity-required': { title: 'Add proof of your business' },
  'section-review': { title: 'Your progress so far' },
  'review-intro': { title: 'Review, agree, and submit' },
  review: { title: 'Check your answers before you agree and submit' },
  'agreement-esign': { title: 'Agree to sign electronically' },
  'agreement-terms': { title: 'Agree to the card terms' },
  'agreement-guarantor': { title: 'Agree to the personal guarantee' },
  'agreement-controlling-party': { title: 'Certify and submit' },
};
