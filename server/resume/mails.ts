/**
 * Composes the emails for resuming a draft (D55) when they are sent, from the current rows. Computes their codes and link tokens,
 * which are not stored.
 */
import { mailCode } from '../../form/limits/resume-limits.ts';
import { type ApplicationRow, readApplicationRow } from '../db/queries/applications.ts';
import { findCode } from '../db/queries/resume-codes.ts';
import { findEmailToken } from '../db/queries/resume-tokens.ts';
import type { Envelope } from '../db/tables.ts';
import type { Mail } from '../delivery/mailer.ts';
import { codeMail, linkMail, replacedMail } from '../delivery/resume-mail.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { openDataKey } from '../security/data-keys.ts';
import type { Services } from '../services.ts';
import { codeOf, linkTokenOf } from './mailed-secrets.ts';
import { openAddress, openMailedTo } from './sealed-address.ts';

type MailServices = Pick<Services, 'database' | 'keys' | 'programs'>;

/** An email with its program, without the fields that the job adds when it sends the email. */
export type ProgramMail = Omit<Mail, 'id' | 'date' | 'card'> & { readonly program: Program };

/** Returns the email with a code. Returns undefined if the code is no longer valid, or if its draft can't be resumed by email. */
export async function mailOfCode(services: MailServices, codeId: string): Promise<ProgramMail | undefined> {
  const { database, keys } = services;
  const code = await findCode(database, codeId);
  const draft = code && (await draftOf(services, code.applicationId));
  if (!code || !draft) return undefined;
  const { row, program } = draft;
  const key = await openDataKey(keys, row);
  const token = code.sealed ? undefined : await findEmailToken(database.db, { application_id: row.id });
  const address = code.sealed
    ? openAddress(key, row, code.id, code.sealed)
    : token?.sealed && openMailedTo(key, row, token.id, token.sealed).address;
  if (!address) return undefined;
  const { id, purpose } = code;
  const content = codeMail(program, { code: codeOf(keys, id), purpose, minutes: mailCode.minutes });
  return { ...envelopeOf(program, address), ...content };
}

/** Returns the email with a resume link, as a reminder if `isReminder`. Returns undefined if the link can't resume a draft. */
export async function mailOfLink(
  services: MailServices,
  { tokenId, isReminder }: { readonly tokenId: string; readonly isReminder: boolean },
): Promise<ProgramMail | undefined> {
  const { database, keys } = services;
  const token = await findEmailToken(database.db, { id: tokenId });
  const draft = token?.sealed && (await draftOf(services, token.applicationId));
  if (!draft || !token?.sealed) return undefined;
  const { row, program } = draft;
  const { address, origin } = openMailedTo(await openDataKey(keys, row), row, token.id, token.sealed);
  const until = new Date(row.update_date_time.getTime() + lastsMillis(program.resume, 'email'));
  const link = `${origin}/resume#${linkTokenOf(keys, token.id)}`;
  return { ...envelopeOf(program, address), ...linkMail(program, { link, until, isReminder }) };
}

/**
 * Returns the email that tells the previous address that its link was replaced. It is sent even after the application was
 * submitted, because someone else may have submitted it. Returns undefined if the application was erased.
 */
export async function mailOfReplaced(
  { database, keys, programs }: MailServices,
  applicationId: string,
  before: { readonly tokenId: string; readonly sealed: Envelope },
): Promise<ProgramMail | undefined> {
  const row = await readApplicationRow(database.db, applicationId);
  if (row.data_key === null) return undefined;
  const program = programOf(programs, row);
  const { address } = openMailedTo(await openDataKey(keys, row), row, before.tokenId, before.sealed);
  return { ...envelopeOf(program, address), ...replacedMail(program) };
}

async function draftOf({ database, programs }: MailServices, applicationId: string) {
  const row = await readApplicationRow(database.db, applicationId);
  if (row.status !== 'draft') return undefined;
  const program = programOf(programs, row);
  return program.resume.byEmail ? { row, program } : undefined;
}

/** Returns an application's program. Throws if this node lacks the program; during a rollout, another node sends the email. */
function programOf({ all }: MailServices['programs'], row: ApplicationRow): Program {
  const program = all.find(({ domainKey }) => domainKey === row.domain_key);
  if (!program) throw new Error('This node does not have the program of the draft.');
  return program;
}

const envelopeOf = (program: Program, to: string) => ({
  program,
  from: { name: program.provider.fullName, address: program.provider.mailFrom },
  to,
});
