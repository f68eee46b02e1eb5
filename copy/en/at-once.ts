import type { Copy } from '../copy.ts';
import { application, disclosures, questions } from './business-fields.ts';
import { counted } from './counted.ts';
import { errors } from './errors.ts';
import { first } from './first.ts';
import { cautions, fixes, losses } from './fixes.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { applicant, authorizedUser, owner } from './personnel-fields.ts';
import { review } from './review.ts';
import { screens, sections } from './screens.ts';

/** The English words that the page loads first. */
export const atOnce: Copy = {
  language: 'en',
  counted,
  optional: '(optional)',
  fields: { application, disclosures, applicant, owner, authorizedUser, questions },
  screens,
  sections,
  messages,
  fixes,
  cautions,
  losses,
  errors,
  review,
  first,
  page,
};
