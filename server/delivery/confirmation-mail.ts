/** The confirmation to the applicant (D26, D34), made of its words: pure. It names no person and holds no answer. */
import markdownIt from 'markdown-it';
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { Program } from '../programs/programs.ts';

const { escapeHtml } = markdownIt().utils;

export interface Confirmation {
  readonly program: Pick<Program, 'name' | 'provider' | 'merchant' | 'theme' | 'copy'>;
  readonly referenceNumber: string;
  /** Proof of entity is still to come (D26). */
  readonly isPending: boolean;
  /** Decides which documents count as proof (D29). */
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
  const { program, referenceNumber, isPending } = confirmation;
  const { mail } = program.copy;
  const provider = program.provider.fullName;
  const blocks: readonly Block[] = [
    { heading: mail.title },
    { paragraph: mail.appliedFor(program.name) },
    { reference: referenceNumber },
    { paragraph: mail.keepNumber },
    ...(isPending ? proofIsMissing(confirmation) : []),
    { heading: mail.nextTitle },
    {
      list: [
        isPending ? mail.checksAnswersAndDocument(provider) : mail.checksAnswers(provider),
        mail.mayAsk,
        mail.decides,
      ],
    },
    { heading: mail.safeTitle },
    { paragraph: mail.neverAsked },
    { paragraph: mail.notYou(endOfSentence(provider)) },
  ];
  return {
    subject: mail.subject(program.name, referenceNumber),
    text: asText(program, blocks),
    html: asHtml(program, blocks),
  };
}

function proofIsMissing({ program, organizationType }: Confirmation): readonly Block[] {
  const { mail, acceptedDocuments: names } = program.copy;
  const { name, helpText } = program.merchant ?? { name: mail.localMerchant, helpText: '' };
  const documents = organizationType === null ? [] : acceptedDocuments[organizationType];
  return [
    { heading: mail.missingTitle },
    { paragraph: `${mail.showBusiness} ${documents.length > 0 ? mail.oneOfThese : ''}`.trim() },
    ...(documents.length > 0 ? [{ list: documents.map((document) => names[document]) }] : []),
    { paragraph: `${mail.takeCopy(name)} ${helpText}`.trim() },
    { paragraph: mail.notByEmail },
  ];
}

function asText({ name, provider, copy }: Confirmation['program'], blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `${block.heading}\n${'-'.repeat(block.heading.length)}`;
    if ('list' in block) return block.list.map((item) => `* ${item}`).join('\n');
    return 'reference' in block ? `${copy.mail.referenceLabel}: ${block.reference}` : block.paragraph;
  });
  return `${[...parts, '-- ', copy.mail.signature(provider.fullName, name)].join('\n\n')}\n`;
}

/** The page's own text and ground in light; mail programs know no custom properties. */
const ink = '#1B1F24';
const ground = '#FFFFFF';

function asHtml({ name, provider, theme, copy }: Confirmation['program'], blocks: readonly Block[]): string {
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
    return (
      `<p style="margin:0 0 16px;padding:16px;background:${light.tint};color:${ink}">${escapeHtml(copy.mail.referenceLabel)}<br>` +
      `<strong style="font-size:22px;letter-spacing:1px">${escapeHtml(block.reference)}</strong></p>`
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
