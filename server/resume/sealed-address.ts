/** Encrypts and decrypts the email address for resuming a draft. Uses the application's data key (D55, D62). */
import type { Envelope } from '../db/tables.ts';
import { type Placed, placeIn } from '../security/sealed-columns.ts';
import { type DataKey, openText, sealText } from '../security/sealing.ts';

/** The address to which a token's emails are sent, and the origin of the link in them (D70). */
type MailedTo = { readonly address: string; readonly origin: string };

/** Encrypts the email address that a code will verify. */
export function sealAddress(key: DataKey, application: Placed, codeId: string, address: string): Envelope {
  return sealText(key, address, placeIn('resume_code', application, codeId, 'sealed'));
}

export function openAddress(key: DataKey, application: Placed, codeId: string, sealed: Envelope): string {
  return openText(key, sealed, placeIn('resume_code', application, codeId, 'sealed'));
}

export function sealMailedTo(key: DataKey, application: Placed, tokenId: string, to: MailedTo): Envelope {
  return sealText(key, JSON.stringify(to), placeIn('way_back', application, tokenId, 'sealed'));
}

export function openMailedTo(key: DataKey, application: Placed, tokenId: string, sealed: Envelope): MailedTo {
  const text = openText(key, sealed, placeIn('way_back', application, tokenId, 'sealed'));
  return JSON.parse(text) as MailedTo;
}
