/**
 * The table of contents: every section and screen of the application in order (D10). `steps.ts` defines a step,
 * `navigation.ts` the order of steps.
 */

import type { ApplicationState } from '../fields/application-state.ts';
import type { RecordName } from '../fields/form.ts';
import {
  agreementControllingParty,
  agreementEsign,
  agreementGuarantor,
  agreementTerms,
} from '../screens/agreements.ts';
import { applicant, applicantAddress, applicantGuarantorQuestion } from '../screens/applicant.ts';
import {
  authorizedUser,
  authorizedUserAddress,
  authorizedUserInfo,
  authorizedUserList,
} from '../screens/authorized-user.ts';
import {
  business,
  businessAdditional,
  businessAdditionalGambling,
  businessAdditionalInternet,
  businessAdditionalProof,
  businessAddress,
  businessAddressSame,
  businessBilling,
} from '../screens/business.ts';
import { owner, ownerAddress, ownerInfo, ownerList } from '../screens/owner.ts';
import { entityRequired, review, reviewIntro, sectionReview } from '../screens/review.ts';
import type { Screen } from '../screens/screen.ts';
import { controlQuestion, shareInformation, start } from '../screens/start.ts';

/** Sections in order. */
export const flow = [
  { key: 'start', screens: [start, shareInformation, controlQuestion] },
  {
    key: 'business',
    screens: [
      business,
      businessAddress,
      businessAddressSame,
      businessBilling,
      businessAdditional,
      businessAdditionalGambling,
      businessAdditionalInternet,
      businessAdditionalProof,
    ],
  },
  { key: 'applicant', screens: [applicant, applicantAddress, applicantGuarantorQuestion] },
  { key: 'owner', screens: [owner, ownerInfo, ownerAddress, ownerList] },
  {
    key: 'authorizedUser',
    screens: [authorizedUser, authorizedUserInfo, authorizedUserAddress, authorizedUserList],
  },
  {
    key: 'review',
    screens: [
      entityRequired,
      sectionReview,
      reviewIntro,
      review,
      agreementEsign,
      agreementTerms,
      agreementGuarantor,
      agreementControllingParty,
    ],
  },
] as const;

type FlowSection = (typeof flow)[number];

export type FlowSectionKey = FlowSection['key'];

export type ScreenKey = FlowSection['screens'][number]['key'];

/** All screens in order. */
export const screens: readonly Screen[] = flow.flatMap((section): readonly Screen[] => section.screens);

/** The screen of a key. */
export function screenOf(key: ScreenKey): Screen {
  const found = screens.find((screen) => screen.key === key);
  if (!found) throw new Error(`No screen is called ${key}`);
  return found;
}

/** The section of a screen. */
export function sectionOf(key: ScreenKey): FlowSectionKey {
  const found = flow.find((section) => section.screens.some((screen: Screen) => screen.key === key));
  if (!found) throw new Error(`No section has a screen ${key}`);
  return found.key;
}

/** Whether No to a question ends the application (spec section 4). */
export function endsWithNo(record: RecordName, key: string, state: ApplicationState): boolean {
  if (record !== 'questions' && record !== 'disclosures') return false;
  const answered = { ...state, [record]: { ...state[record], [key]: false } };
  return screens.some(
    ({ groups, stops }) =>
      groups.some((group) => group.record === record && group.fields.some((field) => field === key)) &&
      stops?.(answered) === true,
  );
}

/** A section that counts in the progress: all but the start. */
export type CountedSectionKey = Exclude<FlowSectionKey, 'start'>;

/** The sections of the progress, in order (design brief, section 5). */
export const countedSections: readonly CountedSectionKey[] = flow.flatMap(({ key }) =>
  key === 'start' ? [] : [key],
);
