/** Evidence of consent, and the disclosures that count as consents (D31). */
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

/** The error of a consent to a text that was not opened, or does not count any more. */
export function agreementUnread({ messages }: Copy): ApiError {
  return new ApiError('agreement_unread', messages.agreementRead);
}

/** Where a consent came from. */
export interface ConsentSource {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** The consents of the share-information screen: recorded with their text's version, like agreements. */
const disclosureAgreements = { shareInformation: 'share-information', affiliates: 'affiliates' } as const;

/** The texts of the share-information screen as a page showed them; the one in force where it does not say. */
export type ShownDisclosures = {
  readonly [Key in keyof typeof disclosureAgreements]?: Pick<ShownText, 'version' | 'sha256'>;
};

/** Names of texts on that screen, as a call sends them; whatever is in them is still to be checked. */
export type SentVersions = { readonly [Key in keyof typeof disclosureAgreements]?: unknown };

/**
 * What a page says that it showed, checked against what was ever recorded. Throws `validation_failed` for what is no
 * version and hash, and `agreement_unread` for a text that the program never had, or that does not count any more.
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

/** The text that a disclosure consents to; undefined for one that is no consent to a text. */
export function disclosureAgreement(key: string): string | undefined {
  return Object.entries(disclosureAgreements).find(([disclosure]) => disclosure === key)?.[1];
}

/** What is kept of an answer to an agreement or a disclosure of an application that is given now. */
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

/** The consents that the disclosures give or take back that were ticked or unticked. */
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
