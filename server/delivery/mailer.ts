/** Sends emails through the server of `SMTP_URL`. If `SMTP_URL` is not set, writes `.eml` files to `DATA_DIR/mail` (D34). */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { createTransport, SendMailOptions } from 'nodemailer';
import type { Settings } from '../config/settings.ts';
import { replaceFile } from '../files/durable-file.ts';
import { cardId, withoutCard } from './mail-html.ts';

/** An email. Its id is the same for all attempts and is part of the Message-ID, so a mail program can recognize a repeat. */
export interface Mail {
  readonly id: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A PNG of the card, which the HTML shows. If undefined, the email is sent without a picture. */
  readonly card?: Uint8Array | undefined;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the email, or the email is safely on disk. Rejects with the server's error. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** Returns the configured mailer, which is not connected yet. */
export function openMailer({ smtpUrl, dataDir }: Pick<Settings, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? fileMailer(dataDir) : smtpMailer(smtpUrl);
}

/**
 * Returns a mailer for an SMTP server. A password in the URL makes TLS mandatory, unless the URL has `requireTLS=false`. The URL
 * can't turn on logs, which would contain emails (X3).
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

/** Returns a function that returns the transport. It loads nodemailer only when first called, so the server starts faster. */
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

/** Returns the folder for emails in the data folder. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

const fileOf = (dataDir: string, id: string) => join(mailFolder(dataDir), `${id}.eml`);

/** Removes the file of an email, if there is one. */
export async function removeMailFile(dataDir: string, id: string): Promise<void> {
  await rm(fileOf(dataDir, id), { force: true });
}

/** Matches characters that could begin another header, recipient or SMTP command (X16). The form refuses them, too (D9). */
const notInAddress = /[^\x21-\x7e]|[<>()[\]\\,;:"]/;

function messageOf({ id, date, from, to, subject, text, html, card }: Mail): SendMailOptions {
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
    html: card ? html : withoutCard(html),
    attachments: card ? [pictureOf(card)] : [],
    // Ask other mail systems not to reply automatically (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns a card's picture as a MIME part that mail programs show inside the HTML and not as an attachment. */
function pictureOf(card: Uint8Array) {
  const content = Buffer.from(card);
  const type = { contentType: 'image/png', contentDisposition: 'inline' } as const;
  return { cid: cardId, filename: 'card.png', content, ...type };
}
