/** Lays out every email as plain text and as HTML (`mail-html.ts`) from one `Letter`. All functions are pure. */
import type { DatedStep } from '../../copy/after-submission.ts';
import type { Program } from '../programs/programs.ts';
import { shownPhone } from '../programs/shown-settings.ts';
import { mailHtml } from './mail-html.ts';

/** The parts of a program that an email uses. */
export type MailProgram = Pick<
  Program,
  'name' | 'provider' | 'theme' | 'neutral' | 'copy' | 'phone' | 'demo'
>;

/** An email's subject, and its content as plain text (for mail programs without HTML) and as HTML. */
export type MailContent = Readonly<Record<'subject' | 'text' | 'html', string>>;

/** A part of an email's content, from which both the plain text and the HTML are made. */
export type Block =
  | { readonly heading: string }
  /** `bold` is the part of the paragraph that the HTML shows in bold, such as a deadline. */
  | { readonly paragraph: string; readonly bold?: string }
  | { readonly list: readonly string[] }
  | { readonly steps: readonly DatedStep[] }
  /** A value that the reader needs later, such as a reference number. The HTML shows a code large, in two groups of digits. */
  | { readonly label: string; readonly value: string; readonly isCode?: boolean }
  /** The HTML also shows the host name of `href`. The plain text shows the whole URL. */
  | { readonly button: string; readonly href: string };

/** An email's content. */
export interface Letter {
  readonly subject: string;
  /** The sentence that inboxes show after the subject. */
  readonly preview: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Tells the recipient what to do if someone else caused the email. */
  readonly notYou: string;
  /** The words, such as “Questions?”, before the sentence that tells the recipient whom to ask. */
  readonly questions: string;
}

/** Returns the subject, the text and the HTML of an email. */
export function writeMail(program: MailProgram, letter: Letter): MailContent {
  return { subject: letter.subject, text: mailText(program, letter), html: mailHtml(program, letter) };
}

/**
 * Returns words such as “Call us as soon as you can”, without a period. They contain no phone number, because the end of each
 * email says how to reach the bank.
 */
export function reachOf(program: MailProgram): string {
  const { mail } = program.copy;
  return program.phone ? mail.callSoon : mail.contactSoon(program.provider.fullName);
}

/** Returns the sentences at the end of an email. */
export function endOf({ name, provider, copy: { mail } }: MailProgram): readonly string[] {
  return [mail.signature(provider.fullName, name), `${mail.neverAsked} ${mail.noReplies}`];
}

/** Returns a name as the end of a sentence. Adds a period unless the name ends with one, like "First Example Bank, N.A." */
export function endOfSentence(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}

function mailText(program: MailProgram, { title, blocks, notYou, questions }: Letter): string {
  const { provider, copy } = program;
  const { mail } = copy;
  const phone = shownPhone(program);
  const reach = phone
    ? mail.callUs(phone.number, phone.hours)
    : mail.contactUs(endOfSentence(provider.fullName));
  const parts = [
    ...(program.demo ? [copy.first.demoStrip] : []),
    ruled(title, '='),
    ...blocks.map(blockText),
    ruled(mail.safeTitle, '-'),
    notYou,
    `${questions} ${reach}`,
    '-- ',
    ...endOf(program),
  ];
  return `${parts.join('\n\n')}\n`;
}

const ruled = (text: string, rule: string) => `${text}\n${rule.repeat(text.length)}`;

function blockText(block: Block): string {
  if ('heading' in block) return ruled(block.heading, '-');
  if ('list' in block) return block.list.map((item) => `* ${item}`).join('\n');
  if ('steps' in block) return block.steps.map(stepText).join('\n');
  if ('href' in block) return `${block.button}:\n${block.href}`;
  return 'value' in block ? `${block.label}: ${block.value}` : block.paragraph;
}

function stepText({ day, title, text, isDone }: DatedStep): string {
  const dated = day === null ? title : `${day}: ${title}`;
  return `${isDone ? '[x]' : '[ ]'} ${dated}${text === null ? '' : `. ${text}`}`;
}
