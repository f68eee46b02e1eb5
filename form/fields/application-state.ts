/**
 * The state of an application, from which navigation, validation and completeness are calculated. The page builds it from typed
 * and saved answers, and the server from its rows.
 */
import type { Person } from '../people/people.ts';
import type { ApplicationAnswers } from './application.ts';
import type { Disclosures } from './disclosures.ts';
import type { Form } from './form.ts';
import type { Questions } from './questions.ts';

/** The sections that are confirmed one after another (spec section 4). */
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
    /** The keys of the answers that an earlier session gave and that are not read back (D55). */
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
  /** Whether the person has seen the review, and so returns to it after each change. */
  readonly reviewing?: boolean;
  /** Whether the person has confirmed the answers on the review, and changed none of them since. */
  readonly reviewed?: boolean;
  /** Whether a document is being uploaded. Only submit waits for the upload (D44). */
  readonly proofUploading?: boolean;
  /** Whether the proof was added on the screen `entity-required`, which then stays visible with the file. */
  readonly proofAddedLast?: boolean;
  /** Whether a guarantee became void, so the question about it is asked again (D16). */
  readonly guaranteeReopened?: boolean;
}
