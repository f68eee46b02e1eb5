/** The words of the confirmation to the applicant (D26, D34): pure. It names no person and holds no answer. */
import markdownIt from 'markdown-it';
import { acceptedPapers } from '../../form/lists/accepted-papers.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { Program } from '../programs.ts';

const { escapeHtml } = markdownIt().utils;

export interface Confirmation {
  readonly program: Pick<Program, 'name' | 'provider' | 'merchant' | 'theme'>;
  readonly referenceNumber: string;
  /** Proof of entity is still to come (D26). */
  readonly isPending: boolean;
  /** Decides which papers count as proof (D29). */
  readonly organizationType: OrganizationType | null;
}

/** A mail's content in both forms, plain text for those who read no HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A piece of the mail, written once for both forms. */
type Block =
  | { readonly heading: string }
  | { readonly paragraph: string }
  | { readonly list: readonly string[] }
  | { readonly reference: string };

/** A name with the full stop of its sentence; one such as "First Example Bank, N.A." brings its own. */
function endOfSentence(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}

/** Writes the confirmation. It claims no approval. */
export function confirmationMail(confirmation: Confirmation): MailContent {
  const { program, referenceNumber } = confirmation;
  const blocks: readonly Block[] = [
    { heading: 'We have your application' },
    { paragraph: `You applied for the ${program.name} Commercial Credit Card.` },
    { reference: referenceNumber },
    { paragraph: 'Keep this number. You need it when you ask about your application.' },
    ...(confirmation.isPending ? proofIsMissing(confirmation) : []),
    { heading: 'What happens next' },
    {
      list: [
        `${program.provider.fullName} checks ${confirmation.isPending ? 'your answers and your paper' : 'your answers'}.`,
        'The bank may ask you for more.',
        'The bank tells you what it decides. This email is not an approval.',
      ],
    },
    { heading: 'Stay safe' },
    {
      paragraph:
        'We never ask for your Social Security number or tax ID by email. Nobody reads replies to this email.',
    },
    {
      paragraph: `If you did not apply, tell ${endOfSentence(program.provider.fullName)}`,
    },
  ];
  return {
    subject: `Your ${program.name} Commercial Credit Card application ${referenceNumber}`,
    text: asText(program, blocks),
    html: asHtml(program, blocks),
  };
}

function proofIsMissing({ program, organizationType }: Confirmation): readonly Block[] {
  const { name, helpText } = program.merchant ?? { name: 'your local merchant', helpText: '' };
  const papers = organizationType === null ? [] : acceptedPapers[organizationType];
  return [
    { heading: 'We need one more thing' },
    {
      paragraph:
        `Show that your business is real. ${papers.length > 0 ? 'One of these papers will do:' : ''}`.trim(),
    },
    ...(papers.length > 0 ? [{ list: papers }] : []),
    {
      paragraph: `Take a copy to ${name} and give your reference number. ${helpText}`.trim(),
    },
    { paragraph: 'Do not send the paper by email. Email is not safe for it.' },
  ];
}

function asText({ name, provider }: Confirmation['program'], blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `${block.heading}\n${'-'.repeat(block.heading.length)}`;
    if ('list' in block) return block.list.map((item) => `* ${item}`).join('\n');
    return 'reference' in block ? `Reference number: ${block.reference}` : block.paragraph;
  });
  return `${[...parts, '-- ', `${provider.fullName}, for ${name}`].join('\n\n')}\n`;
}

/** The page's own text and ground in light; mail programs know no custom properties. */
const ink = '#1B1F24';
const ground = '#FFFFFF';

function asHtml({ name, provider, theme }: Confirmation['program'], blocks: readonly Block[]): string {
  const { light } = theme;
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const parts = blocks.map((block) => {
    if ('heading' in block)
      return `<h2 style="margin:24px 0 8px;font-size:20px;line-height:1.3">${escapeHtml(block.heading)}</h2>`;
    if ('list' in block) {
      const items = block.list.map((item) => `<li style="margin:0 0 8px">${escapeHtml(item)}</li>`);
      return `<ul style="margin:0 0 16px;padding-left:24px">${items.join('')}</ul>`;
    }
    if ('paragraph' in block) return paragraph(block.paragraph);
    return (
      `<p style="margin:0 0 16px;padding:16px;background:${light.tint};color:${ink}">Reference number<br>` +
      `<strong style="font-size:22px;letter-spacing:1px">${escapeHtml(block.reference)}</strong></p>`
    );
  });
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">' +
    `<title>${escapeHtml(name)} Commercial Credit Card</title></head>\n` +
    `<body style="margin:0;background:${ground};color:${ink};font:16px/1.5 sans-serif">\n` +
    `<h1 style="margin:0;padding:16px 24px;background:${light['brand-bar']};color:${light['on-brand-bar']};` +
    `font-size:22px;line-height:1.3">${escapeHtml(name)} Commercial Credit Card</h1>\n` +
    `<div style="max-width:560px;padding:0 24px 24px">\n${parts.join('\n')}\n` +
    `<p style="margin:24px 0 0;font-size:14px">${escapeHtml(provider.fullName)}, for ${escapeHtml(name)}</p>\n` +
    '</div>\n</body></html>\n'
  );
}
