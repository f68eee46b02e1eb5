/** Evidence of consents, and the disclosures that count as consents (D31). */
import type { Copy } from '../../copy/copy.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import type { DisclosureTextKey, ShownText } from '../agreements/agreements.ts';
import { disclosureText } from '../agreements/agreements.ts';
import { disclosureShown } from '../agreements/other-versions.ts';
import type { Queries } from '../db/transactions.ts';
import { uuidv7After } from '../db/uuid.ts';
import { ApiError, notValid, wrong } from '../errors.ts';
import type { ApplicationRecord, ConsentRecord } from './application-record.ts';
import { consentTo, signerNameOf } from './application-record.ts';
import type { ChangeContext } from './planned-change.ts';
import { sealSigner } from './sealed-parts.ts';

/** Returns the error for agreeing to a text that was not opened or that no longer counts. */
export function agreementUnread({ messages }: Copy): ApiError {
  return new ApiError('agreement_unread', messages.agreementRead);
}

/** Where a consent came from: the caller's address and user agent. */
export interface ConsentSource {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Disclosures of the share-information screen that are recorded with the version of their text, like agreements. */
const disclosureAgreements = { shareInformation: 'share-information', affiliates: 'affiliates' } as const;

/** The versions of the share-information texts that a page showed. A missing entry means the version in force. */
export type ShownDisclosures = {
  readonly [Key in keyof typeof disclosureAgreements]?: Pick<ShownText, 'version' | 'sha256'>;
};

/** The versions of those texts as a call sends them, not yet validated. */
export type SentVersions = { readonly [Key in keyof typeof disclosureAgreements]?: unknown };

/**
 * Checks the versions that a page says it showed against the recorded texts. Throws `validation_failed` if an entry is not a
 * version and a hash, and `agreement_unread` if the program never had that text or it no longer counts.
 */
export async function shownDisclosures(
  queries: Queries,
  at: Pick<ChangeContext, 'program' | 'now'>,
  sent: SentVersions = {},
): Promise<ShownDisclosures> {
  const shown = await Promise.all(
    Object.entries(disclosureAgreements).flatMap(([key, agreement]) => {
      const named = sent[key as keyof SentVersions];
      return named === undefined ? [] : [shownDisclosure(queries, at, key, agreement, named)];
    }),
  );
  return Object.fromEntries(shown);
}

async function shownDisclosure(
  queries: Queries,
  at: Pick<ChangeContext, 'program' | 'now'>,
  key: string,
  agreement: DisclosureTextKey,
  named: unknown,
): Promise<readonly [string, Pick<ShownText, 'version' | 'sha256'>]> {
  const { version, sha256 } = (named ?? {}) as { readonly version?: unknown; readonly sha256?: unknown };
  if (typeof version !== 'string' || typeof sha256 !== 'string')
    throw notValid(at.program.copy, [wrong(`disclosureVersions.${key}`)]);
  const text = await disclosureShown(queries, at, agreement, { version, sha256 });
  if (!text) throw agreementUnread(at.program.copy);
  return [key, { version, sha256 }];
}

/** Returns the agreement that a disclosure consents to; undefined for disclosures that consent to no text. */
export function disclosureAgreement(key: string): string | undefined {
  return Object.entries(disclosureAgreements).find(([disclosure]) => disclosure === key)?.[1];
}

/** Returns the consent record for an answer to an agreement or a disclosure given now. */
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

/** Returns the consents that ticking or unticking the `changed` disclosures gives or withdraws. */
export function disclosureConsents(
  { program, now }: ChangeContext,
  record: ApplicationRecord,
  after: ApplicationState,
  changed: readonly string[],
  { from, shown = {} }: { readonly from: ConsentSource; readonly shown?: ShownDisclosures | undefined },
): readonly ConsentRecord[] {
  return Object.entries(disclosureAgreements)
    .filter(([key]) => changed.includes(key))
    .map(([key, agreement]) => {
      const agreed = after.disclosures[key as keyof typeof disclosureAgreements] === true;
      const { version, sha256 } = shown[key as keyof ShownDisclosures] ?? disclosureText(program, agreement);
      const signerName = signerNameOf(after);
      const answered = { agreement, version, sha256, agreed, openDateTime: null, signerName };
      return newConsent(record, answered, from, now);
    });
}
