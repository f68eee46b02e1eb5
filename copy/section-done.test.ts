import { expect, test } from 'vitest';
import type { OrganizationType } from './lists/organization-types.ts';
import { sectionDoneText } from './section-done.ts';
import type { SectionKey, Situation } from './situation.ts';
import { confirmed, guaranteed, situationOf } from './test-situations.ts';
import { lastPlaceOf, nextPlace } from './walk.ts';

/** What is said after Next on the last place of a section, those before it being complete. */
function saidAfter(done: SectionKey, before: readonly SectionKey[], type: OrganizationType): string {
  const situation: Situation = situationOf({
    applicationData: { ...guaranteed, organizationType: type },
    questions: { billingSame: true, guarantor: true, otherOwner: false, authorizedUser: false },
    sections: confirmed(...before, done),
  });
  const last = lastPlaceOf(done, situation);
  return last ? sectionDoneText(done, nextPlace(last, situation).screen) : 'not asked';
}

test('each section that is complete is named with the one that comes next (design brief, section 5)', () => {
  expect(saidAfter('business', [], 'llc')).toBe('Business done. Next: about you.');
  expect(saidAfter('applicant', ['business'], 'llc')).toBe('Your details done. Next: owners.');
  expect(saidAfter('owner', ['business', 'applicant'], 'llc')).toBe('Owners done. Next: card users.');
  expect(saidAfter('authorizedUser', ['business', 'applicant', 'owner'], 'llc')).toBe(
    'Card users done. Next: review and sign.',
  );
});

test('owners are neither done nor next where nobody is asked for them (D17)', () => {
  expect(saidAfter('applicant', ['business'], 'sole_proprietorship')).toBe(
    'Your details done. Next: card users.',
  );
  expect(saidAfter('owner', ['business', 'applicant'], 'municipality')).toBe('not asked');
});
