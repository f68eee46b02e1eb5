/** Evidence of consent, and the disclosures that count as consents (D31). */
import type { ApplicationState } from '../../form/state/application-state.ts';
import { disclosureText } from '../agreements/agreements.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { ApplicationRecord, ConsentRecord } from './application-record.ts';
import { signerNameOf } from './application-record.ts';
import type { ChangeContext } from './planned-change.ts';
import { sealSigner } from './sealed-parts.ts';

/** Where a consent came from. */
export interface ConsentSource {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** The consents of the share-information screen: recorded with their text's version, like agreements. */
const disclosureAgreements = { shareInformation: 'share-information', affiliates: 'affiliates' } as const;

/** The text that a disclosure consents to; undefined for one that is no consent to a text. */
export function disclosureAgreement(key: string): string | undefined {
  return Object.entries(disclosureAgreements).find(([disclosure]) => disclosure === key)?.[1];
}

/** What is kept of an answer to an agreement or a disclosure of an application that is given now. */
export function newConsent(
  { row, key }: Pick<ApplicationRecord, 'row' | 'key'>,
  given: Pick<ConsentRecord, 'agreement' | 'version' | 'sha256' | 'agreed' | 'openDateTime' | 'signerName'>,
  from: ConsentSource,
  now: Date,
): ConsentRecord {
  const id = uuidv7(now);
  const sealed = sealSigner(key, row, id, { ...from, signerName: given.signerName });
  return { id, ...given, ...from, agreedDateTime: now, voidDateTime: null, sealed };
}

/** The consents that the disclosures give or take back that were ticked or unticked. */
export function disclosureConsents(
  { program, now }: ChangeContext,
  record: ApplicationRecord,
  after: ApplicationState,
  changed: readonly string[],
  from: ConsentSource,
): readonly ConsentRecord[] {
  return Object.entries(disclosureAgreements)
    .filter(([key]) => changed.includes(key))
    .map(([key, agreement]) => {
      const agreed = after.disclosures[key as keyof typeof disclosureAgreements] === true;
      const { version, sha256 } = disclosureText(program, agreement);
      const signerName = signerNameOf(after);
      const answered = { agreement, version, sha256, agreed, openDateTime: null, signerName };
      return newConsent(record, answered, from, now);
    });
}
