/**
 * Writes the HTML of emails in the program's colors. All functions are pure. The HTML uses tables and padding, because Outlook
 * for Windows renders emails with Word. Each element has its own style, because some mail programs drop style sheets. Dark mode
 * has a separate style sheet, because Gmail drops the whole style sheet if it contains a rule that Gmail doesn't know.
 */
import markdownIt from 'markdown-it';
import type { DatedStep } from '../../copy/after-submission.ts';
import { mailedCard } from '../programs/card-face.ts';
import { e164Number } from '../programs/program-settings.ts';
import { shownPhone } from '../programs/shown-settings.ts';
import type { Theme } from '../programs/theme.ts';
import { type Block, endOf, endOfSentence, type Letter, type MailProgram } from './mail-layout.ts';

const { escapeHtml: escaped } = markdownIt().utils;

/** Returns a text as HTML. Keeps “8 a.m.” and “November 27” on one line: a number with the next word, a month with its day. */
function escapeHtml(text: string): string {
  return escaped(text).replace(/\b(\d{1,2}|\d+:\d\d|[A-Z][a-z]+(?= \d{1,2}\b)) (?=[\p{L}\d])/gu, '$1&nbsp;');
}

/** The Content-ID of the card's picture. */
export const cardId = 'card';

/** Removes the picture of the card from an email's HTML. Call it if the email is sent without the picture. */
export function withoutCard(html: string): string {
  return html.replace(/<img src="cid:[^<>]*>/, '');
}

type Colors = Theme['light'] & MailProgram['neutral']['light'];

/** The colors of each kind of element, by CSS property. Each kind is also a CSS class, so dark mode can replace the colors. */
const paints = {
  ground: { 'background-color': 'surface' },
  sheet: { 'background-color': 'bg' },
  head: { 'background-color': 'field' },
  name: { color: 'on-field' },
  box: { 'background-color': 'tint' },
  strip: { 'background-color': 'warning-bg' },
  warning: { color: 'warning' },
  strong: { color: 'text' },
  muted: { color: 'muted' },
  link: { color: 'link' },
  rule: { 'border-top-color': 'divider' },
  button: { 'background-color': 'action', 'border-color': 'action-edge' },
  press: { color: 'on-action' },
  done: { 'background-color': 'success', 'border-color': 'success', color: 'bg' },
  current: { 'background-color': 'link', 'border-color': 'link', color: 'link' },
  later: { 'background-color': 'bg', 'border-color': 'border', color: 'bg' },
  rail: { 'background-image': 'divider' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof Colors>>>>;

type Paint = keyof typeof paints;

/** Returns the CSS declarations of a kind of element in these colors. Each declaration is followed by `end`. */
function declared(colors: Colors, paint: Paint, end: string): string {
  return Object.entries(paints[paint])
    .map(([property, name]: [string, keyof Colors]) => {
      const isImage = property === 'background-image';
      const color = isImage ? `linear-gradient(${colors[name]},${colors[name]})` : colors[name];
      return `${property}:${color}${end}`;
    })
    .join('');
}

/** The font of the web page, followed by similar fonts for mail programs that don't support it. */
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const texts = {
  name: 'font-size:21px;line-height:26px',
  bank: 'font-size:15px;line-height:20px;text-wrap:balance',
  title: 'font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.02em;text-wrap:balance',
  heading: 'font-size:20px;line-height:26px;font-weight:700;text-wrap:balance',
  body: 'font-size:17px;line-height:26px',
  step: 'font-size:17px;line-height:24px;font-weight:700;text-wrap:balance',
  small: 'font-size:15px;line-height:22px',
  hint: 'font-size:15px;line-height:22px;text-wrap:balance',
  value: 'font-size:22px;line-height:30px;font-weight:700;white-space:nowrap',
  code: 'font-size:40px;line-height:48px;font-weight:700;letter-spacing:.08em;white-space:nowrap',
  phone: 'font-size:22px;line-height:30px;font-weight:700;white-space:nowrap',
} as const;

/** The kinds of text that translation tools must not translate. */
const asIs: ReadonlySet<keyof typeof texts> = new Set(['name', 'value', 'code', 'phone']);

const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Returns functions that write pieces of HTML in a program's colors. The functions expect HTML that is already escaped. */
function piecesOf(program: MailProgram) {
  const { theme, neutral } = program;
  const colors = { ...neutral.light, ...theme.light };
  const dark = { ...neutral.dark, ...theme.dark };
  /** Returns `class` and `style` attributes for the kind `paint`. Parameter `style` adds declarations, `more` adds classes. */
  const look = (paint: Paint, style = '', more = '') =>
    ` class="${paint}${more}" style="${declared(colors, paint, ';')}${style}"`;
  const text = (tag: string, kind: keyof typeof texts, paint: Paint, html: string, style = '') =>
    `<${tag}${asIs.has(kind) ? ' translate="no"' : ''}${look(paint, `margin:0;${font};${texts[kind]}${style && `;${style}`}`)}>${html}</${tag}>`;
  const box = (html: string) =>
    `${table} width="100%"><tr><td${look('box', `padding:16px 20px;border-radius:${theme.radius}`)}>${html}</td></tr></table>`;
  const phoneLink = (number: string) =>
    `<a href="tel:${escapeHtml(e164Number(number) ?? number)}"${look('link', 'text-decoration:underline;white-space:nowrap')}>${escapeHtml(number)}</a>`;
  return {
    look,
    text,
    box,
    phoneLink,
    /** Turns the US phone numbers in an escaped text into links. */
    withPhoneLinks: (html: string) =>
      html.replace(/(?<![\w-])(?:1-)?\d{3}-\d{3}-\d{4}(?![\w-])/g, (number) => phoneLink(number)),
    // The marks of done steps get no dark-mode rule: they keep the green of light mode, like the marks on the finish page.
    darkRules: (Object.keys(paints) as Paint[])
      .filter((paint) => paint !== 'done')
      .map((paint) => `.${paint}{${declared(dark, paint, '!important;')}}`)
      .join(''),
  };
}

type Pieces = ReturnType<typeof piecesOf>;

/** Returns a row of the email. `above` is the distance to the row above, in pixels. */
function row(above: number, html: string): string {
  return `<tr><td class="in" style="padding:${above}px 32px 0">\n${html}\n</td></tr>`;
}

/** Returns the distance between a block and the block above it, in pixels. */
function distance(block: Block, before: Block | undefined): number {
  if ('heading' in block) return 36;
  if (before && 'heading' in before) return 'steps' in block ? 16 : 8;
  const isText = 'paragraph' in block && (before === undefined || 'paragraph' in before);
  return isText ? 12 : 20;
}

function blockHtml(block: Block, pieces: Pieces, { theme, copy }: MailProgram): string {
  const { text, box, withPhoneLinks } = pieces;
  if ('heading' in block) return text('h2', 'heading', 'strong', escapeHtml(block.heading));
  if ('paragraph' in block) {
    const { paragraph, bold } = block;
    const html = withPhoneLinks(escapeHtml(paragraph));
    return text('p', 'body', 'strong', bold ? html.replace(escapeHtml(bold), '<b>$&</b>') : html);
  }
  if ('list' in block) {
    const items = block.list.map((item) => text('li', 'body', 'strong', escapeHtml(item), 'margin:0 0 4px'));
    return `<ul style="margin:0;padding:0 0 0 24px">${items.join('')}</ul>`;
  }
  if ('steps' in block) return stepsHtml(block.steps, pieces, copy);
  if ('value' in block) {
    const { label, value, isCode } = block;
    const shown = isCode
      ? text('p', 'code', 'strong', inGroups(value))
      : text('p', 'value', 'strong', escapeHtml(value));
    return box(`${text('p', 'hint', 'muted', escapeHtml(label))}${shown}`);
  }
  const { host } = new URL(block.href);
  const opens = escapeHtml(copy.mail.buttonOpens(host)).replace(host, '<b translate="no">$&</b>');
  const below = text('p', 'hint', 'muted', opens, 'padding:8px 0 0;word-break:break-word');
  return `${buttonHtml(block, pieces, theme)}${below}`;
}

function buttonHtml(
  { button, href }: { readonly button: string; readonly href: string },
  { look }: Pieces,
  theme: Theme,
): string {
  const cell = `border-width:2px;border-style:solid;border-radius:${theme['button-radius']};mso-padding-alt:15px 16px`;
  const link = `display:block;padding:15px 16px;${font};${texts.step};text-decoration:none`;
  return (
    `${table} class="wide"><tr><td align="center"${look('button', cell)}>` +
    `<a href="${escapeHtml(href)}"${look('press', link)}>${escapeHtml(button)}</a></td></tr></table>`
  );
}

/** Returns a code in two groups. The gap between the groups is padding, so a copied code contains no space. */
function inGroups(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `<span style="padding-right:.2em">${escapeHtml(code.slice(0, half))}</span>${escapeHtml(code.slice(half))}`;
}

/** Returns a list of steps as HTML. A line connects their marks. The done and the current step are marked with words, too. */
function stepsHtml(steps: readonly DatedStep[], { look, text }: Pieces, copy: MailProgram['copy']) {
  const current = steps.findIndex(({ isDone }) => !isDone);
  const markStyle = `border-width:2px;border-style:solid;border-radius:12px;${font};font-size:18px;line-height:20px;font-weight:700`;
  const rows = steps.map(({ day, title, text: more, isDone }, index) => {
    const isLast = index === steps.length - 1;
    const state = isDone ? 'done' : index === current ? 'current' : 'later';
    const mark =
      `${table} aria-hidden="true"><tr><td width="20" height="20" align="center"${look(state, markStyle)}>` +
      `${isDone ? '&#10003;' : '&nbsp;'}</td></tr></table>`;
    const line =
      'width:40px;background-position:11px 24px;background-size:2px 100%;background-repeat:no-repeat';
    const rail = isLast ? ' style="width:40px"' : look('rail', line);
    const marked = state !== 'later' && `<b>${escapeHtml(copy.mail.stepState[state])}</b>`;
    const when = [marked, day && escapeHtml(day)].filter(Boolean);
    const name = escapeHtml(title);
    const words = [
      when.length > 0 && text('p', 'hint', 'muted', when.join(' · ')),
      state === 'later' ? text('p', 'body', 'muted', name) : text('p', 'step', 'strong', name),
      more !== null && text('p', 'hint', 'muted', escapeHtml(more)),
    ];
    return (
      `<tr><td width="40" valign="top"${rail}>${mark}</td>` +
      `<td valign="top" style="padding:0 0 ${isLast ? 0 : 20}px">${words.filter(Boolean).join('')}</td></tr>`
    );
  });
  return `${table} width="100%">${rows.join('')}</table>`;
}

/** Returns the colored band at the top of an email, with the card, the program's name, and the bank. */
function headHtml({ name, provider, theme, copy }: MailProgram, { look, text }: Pieces): string {
  const { width, height } = mailedCard;
  const shape = `font-weight:${theme['name-weight']};letter-spacing:${theme['name-tracking']}em`;
  return (
    `<tr><td${look('head', 'padding:20px 32px', ' in')}>` +
    `${table}><tr><td width="${width + 16}" style="width:${width + 16}px">` +
    `<img src="cid:${cardId}" width="${width}" height="${height}" alt="" style="display:block;border:0"></td>` +
    `<td>${text('p', 'name', 'name', escapeHtml(name), shape)}` +
    `${text('p', 'bank', 'name', escapeHtml(copy.mail.businessCard(provider.name)))}</td></tr></table></td></tr>`
  );
}

/** Returns the HTML that tells the recipient what to do if someone else caused the email. */
function notYouHtml({ copy }: MailProgram, { look, text }: Pieces, notYou: string): string {
  return (
    `${table} width="100%"><tr><td${look('rule', 'border-top-width:1px;border-top-style:solid;padding:28px 0 0')}>` +
    `${text('h2', 'heading', 'strong', escapeHtml(copy.mail.safeTitle))}` +
    `${text('p', 'body', 'strong', escapeHtml(notYou), 'padding:8px 0 0')}</td></tr></table>`
  );
}

/** Returns the HTML that tells the recipient whom to ask: the phone number with its hours, or the bank's name. */
function questionsHtml(program: MailProgram, { text, box, phoneLink }: Pieces, questions: string): string {
  const { provider, copy } = program;
  const phone = shownPhone(program);
  const reach = phone
    ? text('p', 'phone', 'link', phoneLink(phone.number)) +
      text('p', 'hint', 'muted', escapeHtml(phone.hours))
    : text('p', 'body', 'strong', escapeHtml(copy.mail.contactUs(endOfSentence(provider.fullName))));
  return box(`${text('p', 'hint', 'muted', escapeHtml(questions))}${reach}`);
}

/** Invisible characters that fill the rest of an inbox's preview, so the preview doesn't show the email's visible text. */
const previewEnd = '&#847;&zwnj;&nbsp;'.repeat(80);

/** Returns the HTML document of an email. */
export function mailHtml(program: MailProgram, letter: Letter): string {
  const { copy, demo } = program;
  const { subject, preview, title, blocks, notYou, questions } = letter;
  const pieces = piecesOf(program);
  const { look, text, darkRules } = pieces;
  const strip = text('p', 'small', 'warning', escapeHtml(copy.first.demoStrip), 'font-weight:700');
  const rows = [
    ...(demo ? [`<tr><td align="center"${look('strip', 'padding:8px 20px')}>${strip}</td></tr>`] : []),
    headHtml(program, pieces),
    row(32, text('h1', 'title', 'strong', escapeHtml(title))),
    ...blocks.map((block, at) => row(distance(block, blocks[at - 1]), blockHtml(block, pieces, program))),
    row(36, notYouHtml(program, pieces, notYou)),
    row(24, questionsHtml(program, pieces, questions)),
    row(32, ''),
  ];
  const end = endOf(program).map((said) => text('p', 'small', 'muted', escapeHtml(said), 'padding:0 0 8px'));
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
<style>h1,h2,p,li,a,td{font-family:'Segoe UI',Arial,sans-serif!important;mso-line-height-rule:exactly}</style><![endif]-->
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (max-width:480px){.in{padding-left:20px!important;padding-right:20px!important}.wide{width:100%!important}}</style>
<style>@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body${look('ground', 'margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${previewEnd}</div>
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(title)}" lang="${copy.language}" dir="ltr">
${table} width="100%"${look('ground')}><tr><td align="center">
<!--[if mso]>${table} width="600" align="center"><tr><td><![endif]-->
${table} width="100%"${look('sheet', 'max-width:600px')}>
${rows.join('\n')}
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
