/** Builds the records of consents with their evidence, including consents given by checking a disclosure (D31). */
import type { Copy } from '../../copy/copy.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { isShownDisclosure, type ShownText, type TextsAt } from '../agreements/agreements.ts';
import type { Queries } from '../db/transactions.ts';
import { uuidv7After } from '../db/uuid.ts';
import { ApiError, invalidField, notValid } from '../errors.ts';
import { type ApplicationRecord, type ConsentRecord, consentTo, signerNameOf } from './application-record.ts';
import type { ChangeContext } from './planned-change.ts';
import { sealSigner } from './sealed-parts.ts';

/** Returns the error for agreeing to a text that was not opened or is no longer accepted. */
export function agreementUnread({ messages }: Copy): ApiError {
  return new ApiError('agreement_unread', messages.agreementRead);
}

/** The IP address and user agent of the caller who gave a consent. */
export type ConsentSource = { readonly ip: string; readonly userAgent: string | null };

/**
 * The disclosures that are recorded like consents to agreements, each with the key of its text. The share-information screen
 * shows them.
 */
const disclosureAgreements = [
  ['shareInformation', 'share-information'],
  ['affiliates', 'affiliates'],
] as const;

type ByDisclosure<Value> = { readonly [Key in (typeof disclosureAgreements)[number][0]]?: Value };

/** The versions of the share-information texts that a page showed. A missing entry means the current version. */
type ShownDisclosures = ByDisclosure<Pick<ShownText, 'version' | 'sha256'>>;

/** The evidence of consents given by checking disclosures (D31): the caller, and the versions that the page showed. */
export interface DisclosureEvidence {
  readonly from: ConsentSource;
  readonly shown?: ShownDisclosures | undefined;
}

/**
 * Returns the versions of the share-information texts that a page showed. Throws `validation_failed` if an entry is malformed, or
 * `agreement_unread` if its version is not accepted.
 */
export async function shownDisclosures(
  queries: Queries,
  texts: TextsAt,
  sent: ByDisclosure<unknown> = {},
): Promise<ShownDisclosures> {
  const given = disclosureAgreements.filter(([key]) => sent[key] !== undefined);
  // Check the format of all entries before looking up any of their texts.
  const shown = given.map(([key, agreement]) => {
    const { version, sha256 } = (sent[key] ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof version !== 'string' || typeof sha256 !== 'string')
      throw notValid(texts.program.copy, [invalidField(`disclosureVersions.${key}`)]);
    return { key, agreement, text: { version, sha256 } };
  });
  for (const { agreement, text } of shown)
    if (!(await isShownDisclosure(queries, texts, agreement, text)))
      throw agreementUnread(texts.program.copy);
  return Object.fromEntries(shown.map(({ key, text }) => [key, text]));
}

/** Returns the agreement to which a disclosure gives consent, or undefined if the disclosure has no text. */
export function disclosureAgreement(key: string): string | undefined {
  return disclosureAgreements.find(([disclosure]) => disclosure === key)?.[1];
}

/** Returns the record of an answer that the applicant gives now to an agreement or a disclosure. */
export function newConsent(
  record: ApplicationRecord,
  given: Pick<ConsentRecord, 'agreement' | 'version' | 'sha256' | 'agreed' | 'openDateTime' | 'signerName'>,
  from: ConsentSource,
  now: Date,
): ConsentRecord {
  const id = uuidv7After(consentTo(record, given.agreement)?.id, now);
  const sealed = sealSigner(record.key, record.row, id, { ...from, signerName: given.signerName });
  return { id, ...given, ...from, agreedDateTime: now, voidDateTime: null, sealed };
}

/** Returns a record for each `changed` disclosure that has a text: a consent if its box is now checked, else a withdrawal. */
export function disclosureConsents(
  { program, now }: ChangeContext,
  record: ApplicationRecord,
  after: ApplicationState,
  changed: readonly string[],
  { from, shown = {} }: DisclosureEvidence,
): readonly ConsentRecord[] {
  return disclosureAgreements
    .filter(([key]) => changed.includes(key))
    .map(([key, agreement]) => {
      const agreed = after.disclosures[key] === true;
      const { version, sha256 } = shown[key] ?? program.agreements[agreement];
      const signerName = signerNameOf(after);
      const answered = { agreement, version, sha256, agreed, openDateTime: null, signerName };
      return newConsent(record, answered, from, now);
    });
}
