/**
 * Exports the texts of our page's first screens for the comparison pages, so that these show the same texts. The build of each
 * comparison page includes them as `virtual:words`, without the rest of our texts.
 */
import { application } from '../../../copy/en/business-fields.ts';
import { first } from '../../../copy/en/first.ts';
import { intro } from '../../../copy/en/intro.ts';
import { businessTypes, organizationTypes } from '../../../copy/en/lists.ts';
import { page } from '../../../copy/en/page.ts';
import { screens } from '../../../copy/en/screens.ts';

const { organizationType, taxId } = screens.business.groups;
const minutes = 10;

/** Returns the texts of a field. `max` is the limit that the field's hint states. */
function wordsOf(
  key: 'businessName' | 'dba' | 'taxId' | 'organizationType' | 'naicsCode' | 'businessType',
  max = 0,
) {
  const { label, hint = '', fixes } = application[key];
  return { label, hint: hint.replace('{max}', String(max)), required: fixes?.required ?? '' };
}

/** Values that can be written into a page as JSON. Functions are excluded, because JSON would drop them. */
type Words = string | undefined | readonly Words[] | { readonly [name: string]: Words };

export const words = {
  intro: {
    title: intro.title('sample'),
    lead: intro.minutes(minutes, minutes),
    needTitle: intro.needTitle,
    need: intro.need(false),
    notes: [`${intro.safeTitle} ${intro.safe}`, intro.away(minutes), intro.stay, intro.leave],
    start: 'Start',
    product: first.productName,
  },
  next: page.next,
  titles: { name: organizationType.title, tax: taxId.title },
  fields: {
    businessName: wordsOf('businessName', 30),
    dba: wordsOf('dba', 50),
    taxId: wordsOf('taxId'),
    organizationType: wordsOf('organizationType'),
    naicsCode: wordsOf('naicsCode'),
    businessType: wordsOf('businessType'),
  },
  organizationTypes: Object.entries(organizationTypes),
  businessTypes: Object.entries(businessTypes),
} satisfies Words;
