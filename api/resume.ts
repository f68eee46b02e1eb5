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

export type ResumeOffer = Static<typeof ResumeOffer>;
export type DeviceTry = Static<typeof DeviceTry>;
