/** Declares the state of an application, from which navigation, validation and completeness are calculated. */
import type { Person } from '../people/people.ts';
import type { ApplicationAnswers } from './application.ts';
import type { Form } from './form.ts';
import type { Disclosures, Questions } from './questions.ts';

/** The sections that the person confirms one after another (spec section 4). */
export const sectionKeys = ['business', 'applicant', 'owner', 'authorizedUser'] as const;
export type SectionKey = (typeof sectionKeys)[number];

/** The agreements, in the order in which they are signed (D10). */
export const agreementKeys = ['esign', 'terms', 'guarantor', 'controlling-party'] as const;
export type AgreementKey = (typeof agreementKeys)[number];

export interface ApplicationState {
  readonly form: Form;
  readonly now: Date;
  readonly isIndustry: (code: string) => boolean;
  readonly applicationData: ApplicationAnswers & {
    readonly taxIdLast4?: string | null;
    /** The keys of `sealed` fields that an earlier session answered. This session can't read these answers (D55). */
    readonly stored?: readonly string[];
  };
  readonly disclosures: Disclosures;
  readonly questions: Questions;
  readonly personnel: readonly Person[];
  readonly documentCount: number;
  readonly sections: Readonly<Record<SectionKey, boolean>>;
  readonly agreed: Readonly<Record<AgreementKey, boolean>>;
  readonly guarantorRequired: boolean;
  /** Whether the program requires proof that the business exists (D26). */
  readonly proofRequired: boolean;
  /** Whether the person chose to send the proof later (D26). */
  readonly proofLater: boolean;
  /** Whether the person has seen the review. If so, Next returns to the review after each change. */
  readonly reviewing?: boolean;
  /** Whether the person has confirmed the answers on the review, and has changed none of them since then. */
  readonly reviewed?: boolean;
  /** Whether a document is being uploaded. Only submitting the application waits for the upload (D44). */
  readonly proofUploading?: boolean;
  /** Whether the proof was added on the screen `entity-required`. If so, that screen stays in the flow and shows the file. */
  readonly proofAddedLast?: boolean;
  /** Whether a guarantee became void, so the question about the guarantee is asked again (D16). */
  readonly guaranteeReopened?: boolean;
}
