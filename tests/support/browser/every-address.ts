/** The application that tests walk through, and every address of it. */
import { urlOf } from '../../form/places.ts';
import { allConfirmed, personOf, situationOf } from '../../form/test-situations.ts';
import { placesOf } from '../../form/walk.ts';

/** An LLC with an owner and a card user beside the applicant. */
export const walked = situationOf({
  personnel: [
    personOf('applicant', 1, { fullName: 'Dana Okafor', percentageOwned: 60 }),
    personOf('owner', 1, { fullName: 'Sam Lee', percentageOwned: 40 }),
    personOf('authorized_user', 1, { fullName: 'Kim Park' }),
  ],
  documentCount: 0,
  sections: allConfirmed,
});

/** In the order in which they are met. */
export const everyAddress: readonly string[] = placesOf(walked).map(urlOf);
