/**
 * The table of contents: every section and screen of the application in order (D10). Where a person can be among them
 * is in `places.ts`, who comes next in `walk.ts`.
 */
import {
  agreementControllingParty,
  agreementEsign,
  agreementGuarantor,
  agreementTerms,
} from './screens/agreements.ts';
import { applicant } from './screens/applicant.ts';
import { applicantAddress } from './screens/applicant-address.ts';
import { applicantGuarantorQuestion } from './screens/applicant-guarantor-question.ts';
import { authorizedUser } from './screens/authorized-user.ts';
import { authorizedUserAddress } from './screens/authorized-user-address.ts';
import { authorizedUserInfo } from './screens/authorized-user-info.ts';
import { authorizedUserList } from './screens/authorized-user-list.ts';
import { business } from './screens/business.ts';
import { businessAdditional } from './screens/business-additional.ts';
import { businessAdditionalGambling } from './screens/business-additional-gambling.ts';
import { businessAdditionalInternet } from './screens/business-additional-internet.ts';
import { businessAdditionalProof } from './screens/business-additional-proof.ts';
import { businessAddress } from './screens/business-address.ts';
import { businessAddressSame } from './screens/business-address-same.ts';
import { businessBilling } from './screens/business-billing.ts';
import { controlQuestion } from './screens/control-question.ts';
import { entityRequired } from './screens/entity-required.ts';
import { owner } from './screens/owner.ts';
import { ownerAddress } from './screens/owner-address.ts';
import { ownerInfo } from './screens/owner-info.ts';
import { ownerList } from './screens/owner-list.ts';
import { review, reviewIntro } from './screens/review.ts';
import type { Screen } from './screens/screen.ts';
import { sectionReview } from './screens/section-review.ts';
import { shareInformation } from './screens/share-information.ts';
import { start } from './screens/start.ts';

/** Sections in order. `label` is what people read; those without one are no part of the progress. */
export const flow = [
  { key: 'start', label: null, screens: [start, shareInformation, controlQuestion] },
  {
    key: 'business',
    label: 'Business',
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
  { key: 'applicant', label: 'You', screens: [applicant, applicantAddress, applicantGuarantorQuestion] },
  { key: 'owner', label: 'Owners', screens: [owner, ownerInfo, ownerAddress, ownerList] },
  {
    key: 'authorizedUser',
    label: 'Card users',
    screens: [authorizedUser, authorizedUserInfo, authorizedUserAddress, authorizedUserList],
  },
  {
    key: 'review',
    label: 'Review and sign',
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

/** The section that a screen stands in. */
export function sectionOf(key: ScreenKey): FlowSectionKey {
  const found = flow.find((section) => section.screens.some((screen: Screen) => screen.key === key));
  if (!found) throw new Error(`No section has a screen ${key}`);
  return found.key;
}

/** Progress in words: "Section 2 of 5 · You"; undefined before the first section (design brief, section 5). */
export function progressAt(key: ScreenKey): { number: number; of: number; label: string } | undefined {
  const counted = flow.filter((section) => section.label !== null);
  const number = counted.findIndex((section) => section.key === sectionOf(key)) + 1;
  const label = counted[number - 1]?.label;
  return label ? { number, of: counted.length, label } : undefined;
}
