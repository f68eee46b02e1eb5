/** Sends mail through the server of `SMTP_URL` or, without one, into `DATA_DIR/mail` as one `.eml` file per message (D34). */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { createTransport, SendMailOptions } from 'nodemailer';
import type { Settings } from '../config/settings.ts';
import { replaceFile } from '../files/durable-file.ts';

/** A message. Its id is the same for all retries and is part of the Message-ID, so a repeat can be recognized. */
export interface Mail {
  readonly id: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the message, or its file is durable. Rejects with the server's error. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** Returns the configured mailer, which is not connected yet. */
export function openMailer({ smtpUrl, dataDir }: Pick<Settings, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? fileMailer(dataDir) : smtpMailer(smtpUrl);
}

/**
 * Returns a mailer for an SMTP server. `smtps://` is TLS from the start; `smtp://` upgrades to TLS if the server offers it, and
 * must if the URL has a password. The URL's query has nodemailer's options, without those that would log messages (X3).
 */
function smtpMailer(smtpUrl: string): Mailer {
  const url = new URL(smtpUrl);
  for (const option of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(option);
  const transport = transportOnFirstUse({
    url: url.href,
    requireTLS: url.password !== '',
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    send: async (mail, signal) => {
      await (await transport()).sendMail({ ...messageOf(mail), signal });
    },
  };
}

/** Loads nodemailer with the first mail, because a start doesn't need it. */
function transportOnFirstUse<Options extends Parameters<typeof createTransport>[0]>(options: Options) {
  let transport: Promise<ReturnType<typeof createTransport>> | undefined;
  return () => {
    transport ??= import('nodemailer').then((nodemailer) => nodemailer.createTransport(options));
    return transport;
  };
}

function fileMailer(dataDir: string): Mailer {
  const transport = transportOnFirstUse({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await (await transport()).sendMail(messageOf(mail));
      await replaceFile(fileOf(dataDir, mail.id), message as Buffer);
    },
  };
}

/** Returns the folder in the data folder that keeps mails as files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

const fileOf = (dataDir: string, id: string) => join(mailFolder(dataDir), `${id}.eml`);

/** Removes the file of a mail, if there is one. */
export async function removeMailFile(dataDir: string, id: string): Promise<void> {
  await rm(fileOf(dataDir, id), { force: true });
}

/** Matches characters that no accepted address has (D9), and that could begin another header, recipient or command (X16). */
const notInAddress = /[^\x21-\x7e]|[<>()[\]\\,;:"]/;

function messageOf({ id, date, from, to, subject, text, html }: Mail): SendMailOptions {
  for (const address of [from.address, to])
    if (notInAddress.test(address))
      throw new Error('An address has characters that are not allowed in a mail.');
  return {
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date,
    from: { ...from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Tells other mail systems to send no automatic reply (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
