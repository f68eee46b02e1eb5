import markdownIt from 'markdown-it';
import type { Certification } from '../../form/changes.ts';

const { escapeHtml } = markdownIt().utils;

/** Stands for the list in the static text, the PDF and the page images, which are the same for everyone (D31). */
export const certificationSentence =
  'The controlling party, and each beneficial owner with the share held, are those listed in the ' +
  'application. Those names and shares are certified.';

/** The certified people as HTML: who certifies, with the title held, and a table of the owners where there are any. */
export function certificationHtml({ certifier, owners }: Certification): string {
  const title = certifier.title && `, <bdi>${escapeHtml(certifier.title)}</bdi>`;
  const party = `<p>Controlling party: <bdi>${escapeHtml(certifier.name)}</bdi>${title}</p>\n`;
  if (owners.length === 0) {
    return `${party}<p>Beneficial owners: the application lists none.</p>\n`;
  }
  const rows = owners.map(
    ({ name, percent }) =>
      `<tr><th scope="row"><bdi>${escapeHtml(name)}</bdi></th><td>${percent}%</td></tr>\n`,
  );
  return (
    `${party}<table>\n<caption>Beneficial owners</caption>\n` +
    '<thead>\n<tr><th scope="col">Name</th><th scope="col">Share of the business</th></tr>\n</thead>\n' +
    `<tbody>\n${rows.join('')}</tbody>\n</table>\n`
  );
}
