import type { Copy } from '../copy.ts';

/** What the page calls each agreement inside a sentence; its title stands in its text. */
export const agreementNames: Copy['agreementNames'] = {
  esign: 'electronic signature agreement',
  terms: 'card terms',
  guarantor: 'personal guarantee',
  'controlling-party': 'certification of owners',
};
