/** What the mails of coming back say at the moment they are sent (D55): read from the rows, whose secrets are made anew. */
import { mailCode } from '../../form/limits/resume-limits.ts';
import { type ApplicationRow, readApplicationRow } from '../db/queries/applications.ts';
import { findCode } from '../db/queries/resume-codes.ts';
import { findEmailToken, findEmailTokenInto } from '../db/queries/resume-tokens.ts';
import type { Envelope } from '../db/tables.ts';
import type { Mail } from '../delivery/mailer.ts';
import { codeMail, linkMail, replacedMail } from '../delivery/resume-mail.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { openDataKey } from '../security/data-keys.ts';
import type { Services } from '../services.ts';
import { codeOf, linkTokenOf } from './mailed-secrets.ts';
import { type MailedTo, openAddress, openMailedTo } from './sealed-address.ts';

type MailServices = Pick<Services, 'database' | 'keys' | 'programs'>;

/** A mail without what its job adds. */
export type ResumeMail = Omit<Mail, 'id' | 'date'>;

/** The mail of a code; undefined where the code has been replaced or used, or its time is over. */
export async function mailOfCode(services: MailServices, codeId: string): Promise<ResumeMail | undefined> {
  const { database, keys } = services;
  const code = await findCode(database, codeId);
  if (!code) return undefined;
  const { row, program } = await draftOf(services, code.applicationId);
  if (!program) return undefined;
  const key = await openDataKey(keys, row);
  const way = code.sealed ? undefined : await findEmailTokenInto(database.db, row.id);
  const address = code.sealed
    ? openAddress(key, row, code.id, code.sealed)
    : way?.sealed && openMailedTo(key, row, way.id, way.sealed).address;
  if (!address) return undefined;
  const { purpose } = code;
  return {
    ...envelopeOf(program, address),
    ...codeMail(program, { code: codeOf(keys, code.id), purpose, minutes: mailCode.minutes }),
  };
}

/** The mail of a link, or its reminder; undefined where the link was used or closed. */
export async function mailOfLink(
  services: MailServices,
  { tokenId, isReminder }: { readonly tokenId: string; readonly isReminder: boolean },
): Promise<ResumeMail | undefined> {
  const { database, keys } = services;
  const way = await findEmailToken(database.db, tokenId);
  if (!way?.sealed) return undefined;
  const { row, program } = await draftOf(services, way.applicationId);
  if (!program) return undefined;
  const { address, origin }: MailedTo = openMailedTo(await openDataKey(keys, row), row, way.id, way.sealed);
  const until = new Date(row.update_date_time.getTime() + lastsMillis(program.resume, 'email'));
  const link = `${origin}/resume#${linkTokenOf(keys, way.id)}`;
  return { ...envelopeOf(program, address), ...linkMail(program, { link, until, isReminder }) };
}

/**
 * The mail to an address that a way had before it was given another; undefined where the application was erased. It is sent
 * after the draft's end too: somebody else may have submitted it.
 */
export async function mailOfReplaced(
  { database, keys, programs }: MailServices,
  applicationId: string,
  before: { readonly tokenId: string; readonly sealed: Envelope },
): Promise<ResumeMail | undefined> {
  const row = await readApplicationRow(database.db, applicationId);
  if (row.data_key === null) return undefined;
  const program = programOf(programs, row);
  const { address } = openMailedTo(await openDataKey(keys, row), row, before.tokenId, before.sealed);
  return { ...envelopeOf(program, address), ...replacedMail(program) };
}

/**
 * The draft of a mail, and its program; that is undefined where the draft is over, or has no way by email any more. Throws
 * where this node does not have the program: while one is rolled out, another node has it, and sends the mail.
 */
async function draftOf(
  { database, programs }: MailServices,
  applicationId: string,
): Promise<{ readonly row: ApplicationRow; readonly program: Program | undefined }> {
  const row = await readApplicationRow(database.db, applicationId);
  if (row.status !== 'draft') return { row, program: undefined };
  const program = programOf(programs, row);
  return { row, program: program.resume.byEmail ? program : undefined };
}

function programOf({ all }: MailServices['programs'], row: ApplicationRow): Program {
  const program = all.find(({ domainKey }) => domainKey === row.domain_key);
  if (!program) throw new Error('This node does not have the program of the draft.');
  return program;
}

const envelopeOf = ({ provider }: Program, to: string) => ({
  from: { name: provider.fullName, address: provider.mailFrom },
  to,
});
