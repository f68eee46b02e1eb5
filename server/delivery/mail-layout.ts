/** Lays out every mail as text and as HTML in the program's colors. The HTML loads nothing from elsewhere. Pure. */
import markdownIt from 'markdown-it';
import type { Program } from '../programs/programs.ts';

const { escapeHtml } = markdownIt().utils;

/** The parts of a program that a mail uses. */
export type MailProgram = Pick<Program, 'name' | 'provider' | 'theme' | 'copy'>;

/** A mail's subject, and its content as plain text (for mail programs without HTML) and as HTML. */
export type MailContent = Readonly<Record<'subject' | 'text' | 'html', string>>;

/** A part of a mail's content, from which both the plain text and the HTML are made. */
export type Block =
  | { readonly heading: string }
  | { readonly paragraph: string }
  | { readonly list: readonly string[] }
  /** A value that the reader needs later, such as a reference number or a code. */
  | { readonly label: string; readonly value: string }
  | { readonly button: string; readonly href: string };

/** Returns a name as the end of a sentence: adds a period unless the name has one, like "First Example Bank, N.A." */
export function endOfSentence(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}

export function writeMail(program: MailProgram, subject: string, blocks: readonly Block[]): MailContent {
  return { subject, text: asText(program, blocks), html: asHtml(program, blocks) };
}

function asText({ name, provider, copy }: MailProgram, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `${block.heading}\n${'-'.repeat(block.heading.length)}`;
    if ('list' in block) return block.list.map((item) => `* ${item}`).join('\n');
    if ('href' in block) return `${block.button}:\n${block.href}`;
    return 'value' in block ? `${block.label}: ${block.value}` : block.paragraph;
  });
  return `${[...parts, '-- ', copy.mail.signature(provider.fullName, name)].join('\n\n')}\n`;
}

/** The page's text and background colors in light mode, repeated here because mail programs don't support custom properties. */
const ink = '#1B1F24';
const ground = '#FFFFFF';

function asHtml({ name, provider, theme, copy }: MailProgram, blocks: readonly Block[]): string {
  const { light } = theme;
  const title = escapeHtml(`${name} ${copy.first.productName}`);
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const parts = blocks.map((block) => {
    if ('heading' in block)
      return `<h2 style="margin:24px 0 8px;font-size:20px;line-height:1.3">${escapeHtml(block.heading)}</h2>`;
    if ('list' in block) {
      const items = block.list.map((item) => `<li style="margin:0 0 8px">${escapeHtml(item)}</li>`);
      return `<ul style="margin:0 0 16px;padding-left:24px">${items.join('')}</ul>`;
    }
    if ('paragraph' in block) return paragraph(block.paragraph);
    if ('href' in block)
      return (
        `<p style="margin:0 0 16px"><a href="${escapeHtml(block.href)}" style="display:inline-block;padding:14px 20px;` +
        `background:${light.field};color:${light['on-field']};font-weight:bold;text-decoration:none">` +
        `${escapeHtml(block.button)}</a></p>`
      );
    return (
      `<p style="margin:0 0 16px;padding:16px;background:${light.tint};color:${ink}">${escapeHtml(block.label)}<br>` +
      `<strong style="font-size:22px;letter-spacing:1px">${escapeHtml(block.value)}</strong></p>`
    );
  });
  return (
    `<!doctype html>\n<html lang="${copy.language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">' +
    `<title>${title}</title></head>\n` +
    `<body style="margin:0;background:${ground};color:${ink};font:16px/1.5 sans-serif">\n` +
    `<h1 style="margin:0;padding:16px 24px;background:${light.field};color:${light['on-field']};` +
    `font-size:22px;line-height:1.3">${title}</h1>\n` +
    `<div style="max-width:560px;padding:0 24px 24px">\n${parts.join('\n')}\n` +
    `<p style="margin:24px 0 0;font-size:14px">${escapeHtml(copy.mail.signature(provider.fullName, name))}</p>\n` +
    '</div>\n</body></html>\n'
  );
}
