import markdownIt from 'markdown-it';

const { escapeHtml } = markdownIt().utils;

/** A beneficial owner as certified: 31 CFR 1010.230 asks for everyone who holds 25% or more. */
export type CertifiedOwner = {
  fullName: string;
  /** Hundredths of a percent: 6250 is 62.5% (D6). */
  percentageOwned: number;
};

/** The people whom the controlling-party agreement certifies: names are plain text, as typed. */
export type Certification = { controllingParty: string; owners: readonly CertifiedOwner[] };

/** Stands for the list in the static text, the PDF and the page images, which are the same for everyone (D31). */
export const certificationSentence =
  'The controlling party, and each beneficial owner with the share held, are those listed in the ' +
  'application. Those names and shares are certified.';

/** The certified people as HTML: a paragraph, and a table of the owners where there are any. */
export function certificationHtml({ controllingParty, owners }: Certification): string {
  const party = `<p>Controlling party: <bdi>${escapeHtml(controllingParty)}</bdi></p>\n`;
  if (owners.length === 0) {
    return `${party}<p>Beneficial owners: the application lists none.</p>\n`;
  }
  const rows = owners.map(
    ({ fullName, percentageOwned }) =>
      `<tr><th scope="row"><bdi>${escapeHtml(fullName)}</bdi></th><td>${percentageOwned / 100}%</td></tr>\n`,
  );
  return (
    `${party}<table>\n<caption>Beneficial owners</caption>\n` +
    '<thead>\n<tr><th scope="col">Name</th><th scope="col">Share of the business</th></tr>\n</thead>\n' +
    `<tbody>\n${rows.join('')}</tbody>\n</table>\n`
  );
}
