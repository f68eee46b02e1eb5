/**
 * Lays out every mail as text and as HTML in the program's colors, light and dark. The HTML loads nothing from elsewhere: its only
 * picture, the program's card, is a part of the mail. Pure.
 *
 * The HTML is for mail programs, not for browsers: tables, because Outlook for Windows lays out with Word; a style at each
 * element, because some programs drop style sheets; distances as padding of cells, because Word ignores other margins.
 */
import markdownIt from 'markdown-it';
import { mailedCard } from '../programs/card-face.ts';
import type { Program } from '../programs/programs.ts';
import { shownPhone } from '../programs/shown-settings.ts';
import type { Theme } from '../programs/theme.ts';

const { escapeHtml } = markdownIt().utils;

/** The parts of a program that a mail uses. */
export type MailProgram = Pick<
  Program,
  'name' | 'provider' | 'theme' | 'neutral' | 'copy' | 'phone' | 'demo'
>;

/** A mail's subject, and its content as plain text (for mail programs without HTML) and as HTML. */
export type MailContent = Readonly<Record<'subject' | 'text' | 'html', string>>;

/** What a mail is about: the subject, the sentence that inboxes show after it, and the heading. */
export type MailHead = Readonly<Record<'subject' | 'preview' | 'title', string>>;

/** A part of a mail's content, from which both the plain text and the HTML are made. */
export type Block =
  | { readonly heading: string }
  | { readonly paragraph: string }
  | { readonly list: readonly string[] }
  /** Steps in time, of which some are done. */
  | { readonly steps: readonly Step[] }
  /** A value that the reader needs later, such as a reference number. `large` is for a value that the reader types. */
  | { readonly label: string; readonly value: string; readonly large?: boolean }
  | { readonly button: string; readonly href: string };

interface Step {
  readonly day: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly isDone: boolean;
}

/** A mail: what it is about, its content, what to do if the reader did not cause it, and the lead of the phone number. */
export interface Letter extends MailHead {
  readonly blocks: readonly Block[];
  readonly notYou: readonly string[];
  readonly questions: string;
}

/** The Content-ID of the card's picture. */
export const cardId = 'card';

/** Matches the card's picture in the HTML of a mail. */
const cardImage = new RegExp(`<img src="cid:${cardId}"[^>]*>`);

/** Returns the HTML of a mail without the picture of the card, for a mail that does not contain it. */
export function withoutCard(html: string): string {
  return html.replace(cardImage, '');
}

/** Returns how to reach the bank: the end of sentences such as “If you didn't apply, call 1-800-555-0199 right away.” */
export function reachOf(program: MailProgram): string {
  const { mail } = program.copy;
  const phone = shownPhone(program);
  return phone ? mail.call(phone.number) : mail.contact(program.provider.fullName);
}

export function writeMail(program: MailProgram, letter: Letter): MailContent {
  return { subject: letter.subject, text: asText(program, letter), html: asHtml(program, letter) };
}

/** Returns a name as the end of a sentence: adds a period unless the name has one, like "First Example Bank, N.A." */
function endOfSentence(sentence: string): string {
  return sentence.replace(/\.\.$/, '.');
}

/** Returns the sentences at the end of a mail. */
function endOf({ name, provider, copy: { mail } }: MailProgram): readonly string[] {
  return [mail.signature(provider.fullName, name), `${mail.neverAsked} ${mail.noReplies}`];
}

function asText(program: MailProgram, { title, blocks, notYou, questions }: Letter): string {
  const { provider, copy } = program;
  const { mail } = copy;
  const phone = shownPhone(program);
  const ruled = (text: string, rule: string) => `${text}\n${rule.repeat(text.length)}`;
  const said = blocks.map((block) => {
    if ('heading' in block) return ruled(block.heading, '-');
    if ('list' in block) return block.list.map((item) => `* ${item}`).join('\n');
    if ('steps' in block) return block.steps.map(stepAsText).join('\n');
    if ('href' in block) return `${block.button}:\n${block.href}`;
    return 'value' in block ? `${block.label}: ${block.value}` : block.paragraph;
  });
  const reach = phone
    ? mail.callUs(phone.number, phone.hours)
    : endOfSentence(mail.contactUs(provider.fullName));
  const parts = [
    ...(program.demo ? [copy.first.demoStrip] : []),
    ruled(title, '='),
    ...said,
    ruled(mail.safeTitle, '-'),
    ...notYou,
    `${questions} ${reach}`,
    '-- ',
    ...endOf(program),
  ];
  return `${parts.join('\n\n')}\n`;
}

function stepAsText({ day, title, text, isDone }: Step): string {
  const dated = day === null ? title : `${day}: ${title}`;
  return `${isDone ? '[x]' : '[ ]'} ${dated}${text === null ? '' : `. ${text}`}`;
}

type Colors = Theme['light'] & MailProgram['neutral']['light'];

/** The colors of each kind of element, by CSS property. Each is a class, so that dark mode can replace them. */
const paints = {
  ground: { 'background-color': 'surface' },
  sheet: { 'background-color': 'bg' },
  head: { 'background-color': 'field', 'border-bottom-color': 'line' },
  name: { color: 'on-field' },
  box: { 'background-color': 'tint' },
  strong: { color: 'text' },
  muted: { color: 'muted' },
  link: { color: 'link' },
  rule: { 'border-top-color': 'divider' },
  button: { 'background-color': 'action', 'border-color': 'action-edge' },
  press: { color: 'on-action' },
  done: { 'background-color': 'select', 'border-color': 'select', color: 'bg' },
  open: { 'background-color': 'bg', 'border-color': 'border', color: 'bg' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof Colors>>>>;

type Paint = keyof typeof paints;

/** Returns the declarations of a kind of element in these colors. `end` ends each one. */
function declared(colors: Colors, paint: Paint, end: string): string {
  return Object.entries(paints[paint])
    .map(([property, name]) => `${property}:${colors[name]}${end}`)
    .join('');
}

/** The fonts of the page, of which Word knows only the last ones. */
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The style of each kind of text. */
const texts = {
  name: 'font-size:21px;line-height:26px',
  bank: 'font-size:15px;line-height:20px',
  title: 'font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.02em',
  heading: 'font-size:20px;line-height:26px;font-weight:700',
  body: 'font-size:17px;line-height:26px',
  small: 'font-size:15px;line-height:22px',
  value: 'font-size:24px;line-height:32px;font-weight:700;letter-spacing:.02em',
  large: 'font-size:40px;line-height:48px;font-weight:700;letter-spacing:.12em',
  phone: 'font-size:22px;line-height:30px;font-weight:700',
} as const;

const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Returns the HTML of the pieces of a mail in a program's colors. */
function piecesOf({ theme, neutral }: MailProgram) {
  const colors = { ...neutral.light, ...theme.light };
  const dark = { ...neutral.dark, ...theme.dark };
  /** Returns the attributes of an element with a kind's colors. `more` is for a further class. */
  const look = (paint: Paint, style = '', more = '') =>
    ` class="${paint}${more}" style="${declared(colors, paint, ';')}${style}"`;
  /** Returns an element with text. `html` is escaped already. */
  const text = (tag: string, kind: keyof typeof texts, paint: Paint, html: string, style = '') =>
    `<${tag}${look(paint, `margin:0;${font};${texts[kind]}${style && `;${style}`}`)}>${html}</${tag}>`;
  /** Returns a row of the mail. `above` is the distance to what is above it, in pixels. */
  const row = (above: number, html: string) =>
    `<tr><td class="in" style="padding:${above}px 32px 0">\n${html}\n</td></tr>`;
  return {
    look,
    text,
    row,
    /** The style sheet for dark mode. */
    darkRules: (Object.keys(paints) as Paint[])
      .map((paint) => `.${paint}{${declared(dark, paint, '!important;')}}`)
      .join(''),
  };
}

type Pieces = ReturnType<typeof piecesOf>;

/** Returns the distance of a block to the one above it, in pixels. */
function distance(block: Block, before: Block | undefined): number {
  if (before === undefined) return 12;
  if ('heading' in block) return 36;
  if ('heading' in before) return 'steps' in block ? 16 : 8;
  return 'paragraph' in block && 'paragraph' in before ? 12 : 20;
}

function blockAsHtml(block: Block, pieces: Pieces, theme: Theme): string {
  const { look, text } = pieces;
  const safe = escapeHtml;
  if ('heading' in block) return text('h2', 'heading', 'strong', safe(block.heading));
  if ('paragraph' in block) return text('p', 'body', 'strong', safe(block.paragraph));
  if ('list' in block)
    return `<ul style="margin:0;padding:0 0 0 24px">${block.list
      .map((item) => text('li', 'body', 'strong', safe(item), 'margin:0 0 4px'))
      .join('')}</ul>`;
  if ('steps' in block) return stepsAsHtml(block.steps, pieces);
  if ('href' in block)
    return (
      `${table}><tr><td align="center"${look('button', `border-width:2px;border-style:solid;border-radius:${theme['button-radius']};mso-padding-alt:15px 28px`)}>` +
      `<a href="${safe(block.href)}"${look('press', `display:block;padding:15px 28px;${font};${texts.body};font-weight:700;text-decoration:none`)}>` +
      `${safe(block.button)}</a></td></tr></table>`
    );
  const value = text('p', block.large ? 'large' : 'value', 'strong', safe(block.value), 'padding:2px 0 0');
  return (
    `${table} width="100%"><tr><td${look('box', `padding:16px 20px;border-radius:${theme.radius}`)}>` +
    `${text('p', 'small', 'muted', safe(block.label))}${value}</td></tr></table>`
  );
}

function stepsAsHtml(steps: readonly Step[], { look, text }: Pieces): string {
  const rows = steps.map(({ day, title, text: more, isDone }, index) => {
    const below = index < steps.length - 1 ? 20 : 0;
    const mark =
      `<div aria-hidden="true"${look(isDone ? 'done' : 'open', `width:20px;height:20px;border-width:2px;border-style:solid;border-radius:12px;${font};font-size:13px;line-height:20px;font-weight:700;text-align:center`)}>` +
      `${isDone ? '&#10003;' : '&nbsp;'}</div>`;
    const words = [
      day === null ? '' : text('p', 'small', 'muted', escapeHtml(day)),
      text('p', 'body', 'strong', escapeHtml(title), 'font-weight:700'),
      more === null ? '' : text('p', 'small', 'muted', escapeHtml(more)),
    ];
    return (
      `<tr><td width="40" valign="top" style="width:40px">${mark}</td>` +
      `<td valign="top" style="padding:0 0 ${below}px">${words.join('')}</td></tr>`
    );
  });
  return `${table} width="100%">${rows.join('')}</table>`;
}

/** Returns the band above a mail: the card, the program's name, and the bank. */
function headAsHtml({ name, provider, theme, copy }: MailProgram, { look, text }: Pieces): string {
  const { width, height } = mailedCard;
  const shape = `font-weight:${theme['name-weight']};letter-spacing:${theme['name-tracking']}em`;
  return (
    `<tr><td${look('head', 'padding:20px 32px;border-bottom-width:4px;border-bottom-style:solid', ' in')}>` +
    `${table}><tr><td width="${width + 16}" style="width:${width + 16}px">` +
    `<img src="cid:${cardId}" width="${width}" height="${height}" alt="" style="display:block;border:0"></td>` +
    `<td>${text('p', 'name', 'name', escapeHtml(name), shape)}` +
    `${text('p', 'bank', 'name', escapeHtml(copy.first.businessCard(provider.name)))}</td></tr></table></td></tr>`
  );
}

/** Fills the rest of an inbox's preview, so that it does not go on with the words of the mail. */
const previewEnd = '&#847;&zwnj;&nbsp;'.repeat(80);

function asHtml(program: MailProgram, letter: Letter): string {
  const { theme, copy, demo } = program;
  const { subject, preview, title, blocks, notYou, questions } = letter;
  const pieces = piecesOf(program);
  const { look, text, row, darkRules } = pieces;
  const rows = [
    row(32, text('h1', 'title', 'strong', escapeHtml(title))),
    ...blocks.map((block, index) =>
      row(distance(block, blocks[index - 1]), blockAsHtml(block, pieces, theme)),
    ),
    row(36, safelyAsHtml(program, pieces, notYou)),
    row(24, questionsAsHtml(program, pieces, questions)),
  ];
  const strip = demo
    ? `<tr><td align="center"${look('box', 'padding:8px 20px')}>${text('p', 'small', 'strong', escapeHtml(copy.first.demoStrip), 'font-weight:650')}</td></tr>`
    : '';
  const end = endOf(program).map((sentence) =>
    text('p', 'small', 'muted', escapeHtml(sentence), 'padding:0 0 8px'),
  );
  const outer = 'width="600" align="center"';
  return `<!doctype html>
<html lang="${copy.language}" dir="ltr" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
<style>h1,h2,p,li,a,div{font-family:'Segoe UI',Arial,sans-serif!important;mso-line-height-rule:exactly}</style><![endif]-->
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (max-width:480px){.in{padding-left:20px!important;padding-right:20px!important}}</style>
<style>@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body${look('ground', 'margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${previewEnd}</div>
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(title)}" lang="${copy.language}" dir="ltr">
${table} width="100%"${look('ground')}><tr><td align="center">
<!--[if mso]>${table} ${outer}><tr><td><![endif]-->
${table} width="100%"${look('sheet', 'max-width:600px')}>
${strip}${headAsHtml(program, pieces)}
${rows.join('\n')}
<tr><td style="padding:0 0 32px"></td></tr>
<tr><td${look('ground', 'padding:24px 32px', ' in')}>
${end.join('\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
}

/** Returns what to do if the reader did not cause the mail. The phone number is a link. */
function safelyAsHtml(program: MailProgram, { look, text }: Pieces, notYou: readonly string[]): string {
  const phone = shownPhone(program);
  const link =
    phone &&
    `<a href="tel:${escapeHtml(phone.dialled)}"${look('link', 'text-decoration:underline;white-space:nowrap')}>${escapeHtml(phone.number)}</a>`;
  const linked = (sentence: string) =>
    phone && link ? escapeHtml(sentence).replace(escapeHtml(phone.number), () => link) : escapeHtml(sentence);
  const said = notYou.map((sentence) => text('p', 'body', 'strong', linked(sentence), 'padding:8px 0 0'));
  return (
    `${table} width="100%"><tr><td${look('rule', 'border-top-width:1px;border-top-style:solid;padding:24px 0 0')}>` +
    `${text('h2', 'heading', 'strong', escapeHtml(program.copy.mail.safeTitle))}${said.join('')}</td></tr></table>`
  );
}

/** Returns whom to ask: the phone number and its hours, or the bank's name. */
function questionsAsHtml(program: MailProgram, { look, text }: Pieces, questions: string): string {
  const { provider, copy, theme } = program;
  const phone = shownPhone(program);
  const asked = text('p', 'small', 'muted', escapeHtml(questions));
  const reach = phone
    ? text(
        'p',
        'phone',
        'strong',
        `<a href="tel:${escapeHtml(phone.dialled)}"${look('link', 'text-decoration:none;white-space:nowrap')}>${escapeHtml(phone.number)}</a>`,
      ) + text('p', 'small', 'muted', escapeHtml(phone.hours))
    : text('p', 'body', 'strong', escapeHtml(endOfSentence(copy.mail.contactUs(provider.fullName))));
  return `${table} width="100%"><tr><td${look('box', `padding:16px 20px;border-radius:${theme.radius}`)}>${asked}${reach}</td></tr></table>`;
}
