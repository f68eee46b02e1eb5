/** Coming back to a draft (D55). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { exactly } from './shape.ts';

export const ResumeOffer = exactly({
  onDevice: Type.Boolean({ description: 'Whether a draft can be continued on this device' }),
});

export const DeviceTry = exactly({
  taxIdLast4: Type.String({ description: 'The last four digits of the tax ID' }),
  dateOfBirth: Type.Optional(
    Type.String({ description: 'The applicant’s, YYYY-MM-DD; needed once it was given' }),
  ),
});

const code = Type.String({
  description: 'The six digits of the newest mail; spaces and hyphens do not count',
});
const token = Type.String({ description: 'What follows # in the link of the mail' });

export const EmailAddress = exactly({
  email: Type.Unsafe<unknown>({
    description: 'Where the link is to go; by the rules of the form’s own email',
  }),
});
export const AddressCode = exactly({ code });
export const ResumeLink = exactly({ token });
export const LinkOpening = exactly({ token, code });

export type ResumeOffer = Static<typeof ResumeOffer>;
export type DeviceTry = Static<typeof DeviceTry>;
