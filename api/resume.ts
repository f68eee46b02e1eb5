/** The schemas of the calls that resume a draft (D55). */
import Type, { type Static } from 'typebox';
import { baseForm } from '../form/fields/form.ts';
import { mailCode, taxIdEnd } from '../form/limits/resume-limits.ts';
import { answerGiven } from './answers.ts';
import { digitsPattern } from './patterns.ts';
import { checkedLater, described, object } from './shape.ts';

export const ResumeOffer = object('ResumeOffer', {
  onDevice: Type.Boolean({ description: 'Whether a draft can be continued on this device' }),
});

export const DeviceTry = object('DeviceTry', {
  taxIdLast4: described(Type.String(), {
    pattern: digitsPattern(taxIdEnd),
    description: 'The last four digits of the tax ID',
  }),
  dateOfBirth: Type.Optional(
    described(Type.String(), {
      format: 'date',
      description: 'The applicant’s date of birth; required if it was given',
    }),
  ),
});

const code = described(Type.String(), {
  pattern: digitsPattern(mailCode.digits),
  description: 'The six digits of the newest mail; spaces and hyphens do not count',
});
const token = Type.String({ description: 'The part after # of the link in the mail' });

export const EmailAddress = object('EmailAddress', {
  email: checkedLater(answerGiven(baseForm.applicant.email)),
});
export const AddressCode = object('AddressCode', { code });
export const ResumeLink = object('ResumeLink', { token });
export const LinkOpening = object('LinkOpening', { token, code });

export type ResumeOffer = Static<typeof ResumeOffer>;
export type DeviceTry = Static<typeof DeviceTry>;
