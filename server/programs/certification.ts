import markdownIt from 'markdown-it';
import type { Certification } from '../../form/state/consents.ts';

const { escapeHtml } = markdownIt().utils;

/** The sentence that replaces people's names in the static text, PDF and page images, which are the same for everyone (D31). */
export const certificationSentence =
  'The application lists the controlling party and any beneficial owners, with their shares. ' +
  'You certify these names and shares.';

/** The words with which both the agreement and the evidence PDF list the certified people. */
export const certificationWords = {
  controllingParty: 'Controlling party',
  owners: 'Beneficial owners',
  noOwners: 'Beneficial owners: the application lists none.',
  name: 'Name',
  share: 'Share of the business',
} as const;

/** Returns the certified people as HTML: the controlling party, and a table of the owners or a sentence that there are none. */
export function certificationHtml({ certifier, owners }: Certification): string {
  const title = certifier.title && `, <bdi>${escapeHtml(certifier.title)}</bdi>`;
  const words = certificationWords;
  const party = `<p>${words.controllingParty}: <bdi>${escapeHtml(certifier.name)}</bdi>${title}</p>\n`;
  if (owners.length === 0) {
    return `${party}<p>${words.noOwners}</p>\n`;
  }
  const rows = owners.map(
    ({ name, percent }) =>
      `<tr><th scope="row"><bdi>${escapeHtml(name)}</bdi></th><td>${percent}%</td></tr>\n`,
  );
  return (
    `${party}<table>\n<caption>${words.owners}</caption>\n` +
    `<thead>\n<tr><th scope="col">${words.name}</th><th scope="col">${words.share}</th></tr>\n</thead>\n` +
    `<tbody>\n${rows.join('')}</tbody>\n</table>\n`
  );
}
