import { createHash } from 'node:crypto';
import markdownIt, { type RendererRule, type Token } from 'markdown-it';
import type { Certification } from '../../form/state/consents.ts';
import { certificationHtml, certificationSentence } from './certification.ts';

/**
 * Parses the Markdown of agreements into tokens (D30). The HTML, PDF and page images of an agreement are made from these tokens.
 * All functions are pure.
 */

/** The content of a text's file, with uniform line endings. `body` is Markdown with placeholders. */
export type Agreement = {
  title: string;
  version: string;
  /** The time after which applicants can no longer agree to older versions of this text. */
  olderValidUntil?: Date;
  body: string;
};

/** The values for a text's placeholders. They are plain text, which is never parsed as Markdown or HTML. */
export type AgreementValues = {
  programName: string;
  providerName: string;
  providerFullName: string;
  termsUrl: string;
  /** The URL of the bank's privacy policy. Absent if the program doesn't serve California. */
  privacyUrl?: string;
  /** The URL of the bank's form for privacy requests. Absent if the program doesn't serve California. */
  privacyRequestsUrl?: string;
  /** The bank's phone number for privacy requests. Absent if the program doesn't serve California. */
  privacyPhone?: string;
  /** The people whom applicants certify in the controlling-party agreement (D31). Absent in the static text without names. */
  certification?: Certification;
};

/** The heading level of a text's sections: 2 if the text's title is an h1, as on a screen; 3 in a dialog; 4 in evidence. */
type SectionLevel = 2 | 3 | 4;

const sharedNames = ['programName', 'providerName', 'providerFullName', 'termsUrl'] as const;
const californiaNames = ['privacyUrl', 'privacyRequestsUrl', 'privacyPhone'] as const;
const valueNames = [...sharedNames, ...californiaNames] as const;
const certificationPlaceholder = '{certification}';
const placeholder = /\{([^{}\n]*)\}/g;
const captionPrefix = /^Table: /;
const versionShape = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** Maximum number of characters in the name of a version, such as 2026-03-01. */
export const longestVersion = 40;

const markdown = markdownIt({ html: false, linkify: false, typographer: false }).disable('image');
markdown.validateLink = (url) => /^(https:|mailto:|tel:)/i.test(url);
const linkRules: Record<'link_open' | 'link_close', RendererRule> = {
  link_open(tokens, at, options, _env, renderer) {
    const link = tokens[at];
    if (link && isWebLink(link)) {
      link.attrSet('target', '_blank');
      link.attrSet('rel', 'noopener noreferrer');
    }
    return renderer.renderToken(tokens, at, options);
  },
  link_close(tokens, at) {
    const link = tokens.slice(0, at).findLast((token) => token.type === 'link_open');
    return link && isWebLink(link) ? ' (opens in a new tab)</a>' : '</a>';
  },
};
Object.assign(markdown.renderer.rules, linkRules);

/** Returns whether a link is a web link. Web links open in a new tab, because leaving would interrupt the application. */
function isWebLink(link: Token): boolean {
  return /^https:/i.test(String(link.attrGet('href')));
}

/**
 * Parses a text's file. It has `title`, `version` and optionally `olderValidUntil` between two lines of `---`, followed by
 * Markdown. Throws an error with a message for the operator if the file is invalid.
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
  if (front.size !== (until === undefined ? 2 : 3) || !title || !version)
    throw new Error(
      'must have a title and a version, optionally olderValidUntil, and nothing else between the lines of ---',
    );
  const olderValidUntil = until === undefined ? undefined : parseTime(until);
  if (!versionShape.test(version) || version.length > longestVersion)
    throw new Error(
      `version must be 1 to ${longestVersion} letters, digits, dots and hyphens, like 2026-11-01`,
    );
  if (!body) throw new Error('has no text after the front matter');
  return { title, version, ...(olderValidUntil && { olderValidUntil }), body };
}

function parseTime(text: string): Date {
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(text) || Number.isNaN(moment.getTime()))
    throw new Error('olderValidUntil must be a time in UTC, like 2026-11-30T23:00Z');
  return moment;
}

/** Signs of a sample text: typical phrases, reserved domain names (RFC 2606), and fictional phone numbers (555-0100 to 0199). */
const samples = [
  /\bSAMPLE TEXT\b/,
  /\bsample figures?\b/i,
  /\bSampletown\b/i,
  /\bExample Street\b/i,
  /\.example\b/i,
  /\bexample\.(?:com|net|org)\b/i,
  /\b555[-. ]?01\d\d\b/,
];

/** Returns a phrase that marks a text as a sample, exactly as it appears in the text, or undefined if there is none. */
export function sampleIn(text: string): string | undefined {
  return samples.flatMap((sample) => sample.exec(text)?.[0] ?? [])[0];
}

/** Returns a file's text without a byte order mark, and with `\n` at the end of each line. Line numbers stay the same. */
export function unifiedLines(source: string): string {
  return source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function frontMatterLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trim();
  return [line.slice(0, colon).trim(), /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value];
}

/** The name of the notice for California. Programs that serve California show it below the text `share-information`. */
export const californiaText = 'california';

/** Returns a sentence for each problem of a parsed text. `name` determines which placeholders the text may have. */
export function agreementProblems(agreement: Agreement, name: string): string[] {
  const certifies = name === 'controlling-party';
  const allowed: readonly string[] = name === californiaText ? valueNames : sharedNames;
  const named = [...agreement.body.matchAll(placeholder)].map((match) => match[1] ?? '');
  const unknown = [...new Set(named)].filter((one) => !allowed.includes(one) && one !== 'certification');
  const marks = named.filter((one) => one === 'certification').length;
  const tokens = markdown.parse(agreement.body, {});
  const problems = unknown.map((one) => `placeholder {${one}} is not known`);
  if (/[{}]/.test(agreement.title)) problems.push('title must not contain a placeholder');
  if (certifies && (marks !== 1 || certificationAt(tokens) < 0))
    problems.push('must contain {certification} exactly once, in a paragraph of its own');
  if (!certifies && marks > 0) problems.push('must not contain {certification}');
  if (tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1'))
    problems.push('must not have a heading with one #: the title is in the front matter');
  return problems;
}

/** Returns a text as tokens for HTML and PDF, with placeholders filled in. Top-level sections have headings of `sectionLevel`. */
export function agreementTokens(
  agreement: Agreement,
  values: AgreementValues,
  sectionLevel: SectionLevel = 3,
): Token[] {
  const tokens = markdown.parse(filled(agreement.body, values), {});
  for (const token of tokens)
    if (token.type.startsWith('heading_'))
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + sectionLevel - 2)}`;
  return withCertification(withCaptions(withCellScopes(tokens)), values.certification);
}

/** Returns a text as HTML, without its title. The HTML contains no scripts, style attributes or images. */
export function agreementHtml(
  agreement: Agreement,
  values: AgreementValues,
  sectionLevel: SectionLevel = 3,
): string {
  return markdown.renderer.render(agreementTokens(agreement, values, sectionLevel), markdown.options, {});
}

/** Returns the SHA-256 of a string's UTF-8 bytes, as 64 lowercase hexadecimal digits (D31). */
export function sha256Of(html: string): string {
  return createHash('sha256').update(html, 'utf8').digest('hex');
}

/** Fills in the placeholders. Escapes the values with backslashes, so Markdown treats every character in them as plain text. */
function filled(body: string, values: AgreementValues): string {
  return body.replace(placeholder, (whole, name: string) => {
    if (isValueName(name)) return escaped(values[name] ?? '');
    return whole === certificationPlaceholder && !values.certification ? certificationSentence : whole;
  });
}

function isValueName(name: string): name is (typeof valueNames)[number] {
  return valueNames.some((known) => known === name);
}

/** Escapes every character that Markdown or placeholders use, and replaces each run of white space with one space. */
export function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Turns each table's first row and column into headings with a scope. Drops style attributes, which the CSP forbids. */
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

/** Turns a paragraph "Table: …" directly above a table into the table's caption, as in Pandoc's Markdown. */
function withCaptions(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const captioned =
      token.type === 'table_open' &&
      result.at(-3)?.type === 'paragraph_open' &&
      captionPrefix.test(result.at(-2)?.content ?? '');
    const paragraph = captioned ? result.splice(-3) : [];
    result.push(token, ...paragraph.map(asCaption));
  }
  return result;
}

function asCaption(token: Token): Token {
  token.type = token.type.replace('paragraph', 'caption');
  token.tag = token.tag && 'caption';
  token.content = token.content.replace(captionPrefix, '');
  const first = token.children?.[0];
  if (first) first.content = first.content.replace(captionPrefix, '');
  return token;
}

function certificationAt(tokens: Token[]): number {
  return tokens.findIndex(
    (token, at) => token.content === certificationPlaceholder && tokens[at - 1]?.type === 'paragraph_open',
  );
}

/** Replaces the paragraph `{certification}` with finished HTML, so people's names are never parsed as Markdown. */
function withCertification(tokens: Token[], certification: Certification | undefined): Token[] {
  const at = certification ? certificationAt(tokens) : -1;
  const mark = tokens[at];
  if (!certification || !mark) return tokens;
  mark.type = 'html_block';
  mark.content = certificationHtml(certification);
  return tokens.toSpliced(at - 1, 3, mark);
}
