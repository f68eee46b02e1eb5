/** An application with every kind of step, and all its addresses. */

import { stepsOf } from '../../../form/flow/navigation.ts';
import { urlOf } from '../../../form/flow/steps.ts';
import { allConfirmed, personOf, stateOf } from '../application-states.ts';

/** An LLC with an owner and a card user besides the applicant. */
export const complete = stateOf({
  personnel: [
    personOf('applicant', 1, { fullName: 'Dana Okafor', percentageOwned: 60 }),
    personOf('owner', 1, { fullName: 'Sam Lee', percentageOwned: 40 }),
    personOf('authorized_user', 1, { fullName: 'Kim Park' }),
  ],
  documentCount: 0,
  sections: allConfirmed,
});

/** All addresses, in the order in which a person sees them. */
export const everyAddress: readonly string[] = stepsOf(complete).map(urlOf);
