import { expect, test } from 'vitest';
import type { ApplicationState, SectionKey } from '../form/fields/application-state.ts';
import { sectionOf } from '../form/flow/flow.ts';
import { lastStepOf, nextStep } from '../form/flow/navigation.ts';
import type { OrganizationType } from '../form/lists/organization-types.ts';
import { confirmed, guaranteed, stateOf } from '../tests/support/application-states.ts';
import { customScreens } from './en/custom-screens.ts';

/** Returns the announcement after Next on the last step of a section, if the sections in `before` are complete. */
function saidAfter(done: SectionKey, before: readonly SectionKey[], type: OrganizationType): string {
  const state: ApplicationState = stateOf({
    applicationData: { ...guaranteed, organizationType: type },
    questions: { billingSame: true, guarantor: true, otherOwner: false, authorizedUser: false },
    sections: confirmed(...before, done),
  });
  const last = lastStepOf(done, state);
  const { sectionDone } = customScreens;
  if (!last) return 'not asked';
  return sectionDone.text(sectionDone.done[done], sectionDone.next[sectionOf(nextStep(last, state).screen)]);
}

test('the announcement names the complete section and the next section (design brief, section 5)', () => {
  expect(saidAfter('business', [], 'llc')).toBe('Your business details are done. Next: your details.');
  expect(saidAfter('applicant', ['business'], 'llc')).toBe('Your details are done. Next: owners.');
  expect(saidAfter('owner', ['business', 'applicant'], 'llc')).toBe(
    'Owner details are done. Next: card users.',
  );
  expect(saidAfter('authorizedUser', ['business', 'applicant', 'owner'], 'llc')).toBe(
    'Card user details are done. Next: review and sign.',
  );
});

test('owners are neither done nor next if they are not asked for (D17)', () => {
  expect(saidAfter('applicant', ['business'], 'sole_proprietorship')).toBe(
    'Your details are done. Next: card users.',
  );
  expect(saidAfter('owner', ['business', 'applicant'], 'municipality')).toBe('not asked');
});
