/** Provides an application that has every kind of step, and the paths of all its steps. */

import { stepsOf } from '../../../form/flow/navigation.ts';
import { urlOf } from '../../../form/flow/steps.ts';
import { allConfirmed, personOf, stateOf } from '../application-states.ts';

/** An application of an LLC with an owner and a card user in addition to the applicant. */
export const complete = stateOf({
  personnel: [
    personOf('applicant', 1, { fullName: 'Dana Okafor', percentageOwned: 60 }),
    personOf('owner', 1, { fullName: 'Sam Lee', percentageOwned: 40 }),
    personOf('authorized_user', 1, { fullName: 'Kim Park' }),
  ],
  documentCount: 0,
  sections: allConfirmed,
});

/** The paths of all steps of the application `complete`, in the order of the form. */
export const everyAddress: readonly string[] = stepsOf(complete).map(urlOf);
