/**
 * Everything that navigation, validation and completeness know of one application. The page builds it from what was typed
 * and saved, the server from its rows.
 */
import type { Person } from '../people/people.ts';
import type { ApplicationAnswers } from './application.ts';
import type { Disclosures } from './disclosures.ts';
import type { Form } from './form.ts';
import type { Questions } from './questions.ts';

/** The sections that are confirmed one by one (spec section 4). */
export const sectionKeys = ['business', 'applicant', 'owner', 'authorizedUser'] as const;
export type SectionKey = (typeof sectionKeys)[number];

/** The agreements in the order in which they are signed (D10). */
export const agreementKeys = ['esign', 'terms', 'guarantor', 'controlling-party'] as const;
export type AgreementKey = (typeof agreementKeys)[number];

export interface ApplicationState {
  readonly form: Form;
  readonly now: Date;
  readonly isIndustry: (code: string) => boolean;
  readonly applicationData: ApplicationAnswers & {
    readonly taxIdLast4?: string | null;
    /** Names of the answers that an earlier session gave (D55). */
    readonly stored?: readonly string[];
  };
  readonly disclosures: Disclosures;
  readonly questions: Questions;
  readonly personnel: readonly Person[];
  readonly documentCount: number;
  readonly sections: Readonly<Record<SectionKey, boolean>>;
  readonly agreed: Readonly<Record<AgreementKey, boolean>>;
  readonly guarantorRequired: boolean;
  /** The program requires proof of the business (D26). */
  readonly proofRequired: boolean;
  /** The person chose to send the proof later (D26). */
  readonly proofLater: boolean;
  /** The person has seen the review, and returns to it after each change. */
  readonly reviewing?: boolean;
  /** The person has confirmed the answers at the review and changed none since. */
  readonly reviewed?: boolean;
  /** A document is being uploaded. Only submit waits for it (D44). */
  readonly proofUploading?: boolean;
  /** The proof was added at entity-required, which still shows its file. */
  readonly proofAddedLast?: boolean;
  /** A guarantee that was given is void, so the question is asked again (D16). */
  readonly guaranteeReopened?: boolean;
}
