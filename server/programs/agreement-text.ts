import { createHash } from 'node:crypto';
import markdownIt, { type RendererRule, type Token } from 'markdown-it';
import type { Certification } from '../../form/state/consents.ts';
import { certificationHtml, certificationSentence } from './certification.ts';

/**
 * An agreement's one source, of which the HTML, the PDF and the page images are made (D30).
 * Everything here is pure: the same source and values give the same HTML, to the byte, on every machine.
 */

/** A text as its file holds it, line ends unified. `body` is Markdown whose placeholders are not yet filled. */
export type Agreement = {
  title: string;
  version: string;
  /** From when on nobody can agree to an older version any more, whoever was shown it. */
  olderValidUntil?: Date;
  body: string;
};

/** The values of a text's placeholders: plain text, never read as Markdown or HTML. */
export type AgreementValues = {
  programName: string;
  providerName: string;
  providerFullName: string;
  termsUrl: string;
  /** The people whom the controlling-party agreement names (D31); left out in the static text. */
  certification?: Certification;
};

/** The rank of a text's sections: 3 under a dialog's h2 title, 2 on a screen of its own under the h1. */
export type SectionLevel = 2 | 3;

const valueNames = ['programName', 'providerName', 'providerFullName', 'termsUrl'] as const;
const certificationMark = '{certification}';
const placeholder = /\{([^{}\n]*)\}/g;
const captionMark = /^Table: /;
const versionShape = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** The most characters of a text's version. */
export const longestVersion = 40;

const markdown = markdownIt({ html: false, linkify: false, typographer: false }).disable('image');
markdown.validateLink = (url) => /^(https:|mailto:|tel:)/i.test(url);
const linkRules: Record<'link_open' | 'link_close', RendererRule> = {
  link_open(tokens, at, options, _env, renderer) {
    const link = tokens[at];
    if (link && leadsOutside(link)) {
      link.attrSet('target', '_blank');
      link.attrSet('rel', 'noopener noreferrer');
    }
    return renderer.renderToken(tokens, at, options);
  },
  link_close(tokens, at) {
    const link = tokens.slice(0, at).findLast((token) => token.type === 'link_open');
    return link && leadsOutside(link) ? ' (opens in a new tab)</a>' : '</a>';
  },
};
Object.assign(markdown.renderer.rules, linkRules);

/** A web link opens beside the application, since leaving the page would end it, and says so. */
function leadsOutside(link: Token): boolean {
  return /^https:/i.test(String(link.attrGet('href')));
}

/**
 * Reads a text: front matter of `title`, `version` and perhaps `olderValidUntil` between two lines of `---`, then Markdown.
 * @throws Error with a sentence for the operator, without the file's name, when the front matter is wrong.
 */
export function parseAgreement(source: string): Agreement {
  const text = unifiedLines(source);
  const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  if (!parts) throw new Error('must begin with a title and a version between two lines of ---');
  const lines = parts[1]?.split('\n').filter((line) => line.trim() !== '');
  const front = new Map(lines?.map(frontMatterLine));
  const title = front.get('title');
  const version = front.get('version');
  const body = parts[2]?.trim();
  const until = front.get('olderValidUntil');
  const entries = until === undefined ? 2 : 3;
  if (front.size !== entries || !title || !version) {
    throw new Error(
      'must have a title and a version, perhaps olderValidUntil, and nothing else, between the lines of ---',
    );
  }
  const olderValidUntil = until === undefined ? undefined : momentIn(until);
  if (!versionShape.test(version) || version.length > longestVersion) {
    throw new Error(
      `version must be 1 to ${longestVersion} letters, digits, dots and hyphens, like 2026-11-01`,
    );
  }
  if (!body) throw new Error('has no text after the front matter');
  return { title, version, ...(olderValidUntil && { olderValidUntil }), body };
}

function momentIn(text: string): Date {
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(text) || Number.isNaN(moment.getTime()))
    throw new Error('olderValidUntil must be a moment in UTC, like 2026-11-30T23:00Z');
  return moment;
}

/**
 * Words that only samples hold, such as the shipped texts: their marks, made-up figures and addresses, reserved domain names
 * (RFC 2606), and fictional phone numbers (555-0100 to 555-0199).
 */
const samples = [
  /\bSAMPLE TEXT\b/,
  /\bsample figures?\b/i,
  /\bSampletown\b/i,
  /\bExample Street\b/i,
  /\.example\b/i,
  /\bexample\.(?:com|net|org)\b/i,
  /\b555[-. ]?01\d\d\b/,
];

/** Returns the first words of a text that only a sample holds, as they are written there; undefined without any. */
export function sampleIn(text: string): string | undefined {
  for (const sample of samples) {
    const [found] = sample.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A file's text without a byte order mark, each line ending alike; the lines keep their numbers. */
export function unifiedLines(source: string): string {
  return source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function frontMatterLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trim();
  return [line.slice(0, colon).trim(), /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value];
}

/**
 * What is wrong with a text that could be parsed, one sentence each: a placeholder that nothing fills, a
 * `{certification}` in the wrong text or missing from the right one, a heading that would repeat the title.
 */
export function agreementProblems(agreement: Agreement, certifies: boolean): string[] {
  const named = [...agreement.body.matchAll(placeholder)].map((match) => match[1] ?? '');
  const unknown = [...new Set(named)].filter((name) => !isValueName(name) && name !== 'certification');
  const marks = named.filter((name) => name === 'certification').length;
  const tokens = markdown.parse(agreement.body, {});
  const problems = unknown.map((name) => `placeholder {${name}} is not known`);
  if (/[{}]/.test(agreement.title)) problems.push('title must not hold a placeholder');
  if (certifies && (marks !== 1 || certificationAt(tokens) < 0)) {
    problems.push('must hold {certification} exactly once, in a paragraph of its own');
  }
  if (!certifies && marks > 0) problems.push('must not hold {certification}');
  if (tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1')) {
    problems.push('must not have a heading of one #: the title stands in the front matter');
  }
  return problems;
}

/**
 * The text as markdown-it tokens: placeholders filled, table captions and row headings in place, headings
 * at `sectionLevel` and below. The PDF is made from these too, so that the forms cannot differ.
 */
export function agreementTokens(
  agreement: Agreement,
  values: AgreementValues,
  sectionLevel: SectionLevel = 3,
): Token[] {
  const tokens = markdown.parse(filled(agreement.body, values), {});
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = shiftedHeading(token.tag, sectionLevel);
  }
  return withCertification(withCaptions(withCellScopes(tokens)), values.certification);
}

/** The text as HTML, without its title. Holds no script, no style attribute and no image. */
export function agreementHtml(
  agreement: Agreement,
  values: AgreementValues,
  sectionLevel: SectionLevel = 3,
): string {
  return markdown.renderer.render(agreementTokens(agreement, values, sectionLevel), markdown.options, {});
}

/** The SHA-256 of the UTF-8 bytes of a text, as 64 lowercase hexadecimal digits (D31). */
export function sha256Of(html: string): string {
  return createHash('sha256').update(html, 'utf8').digest('hex');
}

/** Values are backslash-escaped throughout, so that Markdown gives no character of theirs a meaning. */
function filled(body: string, values: AgreementValues): string {
  return body.replace(placeholder, (whole, name: string) => {
    if (isValueName(name)) return escaped(values[name]);
    return whole === certificationMark && !values.certification ? certificationSentence : whole;
  });
}

function isValueName(name: string): name is (typeof valueNames)[number] {
  return valueNames.some((known) => known === name);
}

/**
 * A text with every character escaped that means something to Markdown or in a placeholder; runs of white space become
 * one space.
 */
export function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/\s+/g, ' ');
}

function shiftedHeading(tag: string, sectionLevel: SectionLevel): string {
  return `h${Math.min(6, Number(tag.slice(1)) + sectionLevel - 2)}`;
}

/**
 * The first row and the first column of a table are headings and say of what. Alignment is left to the
 * style sheet, because the page's policy forbids style attributes.
 */
function withCellScopes(tokens: Token[]): Token[] {
  let column = 0;
  for (const token of tokens) {
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') token.attrs = [['scope', 'col']];
    if (token.type === 'td_open') {
      column += 1;
      token.attrs = column === 1 ? [['scope', 'row']] : null;
    }
    if (token.type.startsWith('td_') && column === 1) token.tag = 'th';
  }
  return tokens;
}

/** A paragraph "Table: …" right above a table becomes its caption, as in Pandoc's Markdown. */
function withCaptions(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const captioned =
      token.type === 'table_open' &&
      result.at(-3)?.type === 'paragraph_open' &&
      captionMark.test(result.at(-2)?.content ?? '');
    const paragraph = captioned ? result.splice(-3) : [];
    result.push(token, ...paragraph.map(asCaption));
  }
  return result;
}

function asCaption(token: Token): Token {
  token.type = token.type.replace('paragraph', 'caption');
  token.tag = token.tag && 'caption';
  token.content = token.content.replace(captionMark, '');
  const first = token.children?.[0];
  if (first) first.content = first.content.replace(captionMark, '');
  return token;
}

function certificationAt(tokens: Token[]): number {
  return tokens.findIndex(
    (token, at) => token.content === certificationMark && tokens[at - 1]?.type === 'paragraph_open',
  );
}

/** The names enter as ready HTML in place of a whole paragraph: Markdown never sees them. */
function withCertification(tokens: Token[], certification: Certification | undefined): Token[] {
  const at = certification ? certificationAt(tokens) : -1;
  const mark = tokens[at];
  if (!certification || !mark) return tokens;
  mark.type = 'html_block';
  mark.content = certificationHtml(certification);
  return tokens.toSpliced(at - 1, 3, mark);
}
