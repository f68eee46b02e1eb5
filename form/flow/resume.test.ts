/** Tests where a person resumes, which answers end the application, and when a section is confirmed. */
import { describe, expect, test } from 'vitest';
import {
  agreed,
  allConfirmed,
  businessAnswers,
  confirmed,
  guaranteed,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
  without,
} from '../../tests/support/application-states.ts';
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { confirmsSection, firstOpenStep, stepsOf, stopsAt, visitableStep } from './navigation.ts';
import type { Step } from './steps.ts';

describe('resume (D18): the first incomplete section decides', () => {
  test.each<[string, Partial<ApplicationState>, Step]>([
    [
      'an untouched application begins with the sharing of information, past the intro',
      { disclosures: {}, applicationData: {}, personnel: [] },
      stepOf('share-information'),
    ],
    ['authority not answered', { disclosures: { shareInformation: true } }, stepOf('control-question')],
    ['without answers about the business', { applicationData: {} }, stepOf('business')],
    ['within a group', { applicationData: without(guaranteed, ['naicsCode']) }, stepOf('business', 2)],
    ['with all answers about the business, unconfirmed', {}, stepOf('business-additional-proof')],
    ['before the applicant', { sections: confirmed('business'), personnel: [] }, stepOf('applicant')],
    [
      'without a guarantor',
      { sections: confirmed('business'), applicationData: businessAnswers },
      stepOf('applicant-guarantor-question'),
    ],
    ['before owners', { sections: confirmed('business', 'applicant') }, stepOf('owner')],
    [
      'within an owner',
      {
        sections: confirmed('business', 'applicant'),
        personnel: [theApplicant, personOf('owner', 1, { percentageOwned: 30, ssn: null })],
      },
      stepOf('owner-info', 2, { owner: 1 }),
    ],
    [
      'before card users',
      { sections: confirmed('business', 'applicant', 'owner') },
      stepOf('authorized-user'),
    ],
    ['before the answers are confirmed', { sections: allConfirmed }, stepOf('review')],
    ['before signing', { sections: allConfirmed, reviewed: true }, stepOf('agreement-esign')],
    [
      'before certifying',
      { sections: allConfirmed, reviewed: true, agreed: agreed('esign', 'terms', 'guarantor') },
      stepOf('agreement-controlling-party'),
    ],
    [
      'with everything done',
      {
        sections: allConfirmed,
        reviewed: true,
        agreed: agreed('esign', 'terms', 'guarantor', 'controlling-party'),
      },
      stepOf('agreement-controlling-party'),
    ],
  ])('%s', (_what, changes, step) => {
    expect(firstOpenStep(stateOf(changes))).toEqual(step);
  });

  test('a masked number that was saved leaves nothing open (D41)', () => {
    const applicant = personOf('applicant', 1, { ssn: null, ssnLast4: '0011' });
    const applicationData = { ...without(guaranteed, ['taxId']), taxIdLast4: '6789' };
    const state = stateOf({ applicationData, personnel: [applicant], sections: allConfirmed });
    expect(firstOpenStep(state)).toEqual(stepOf('review'));
  });

  test('a section that asks nothing counts as confirmed', () => {
    const applicationData = { ...guaranteed, organizationType: 'municipality' } as const;
    const sections = confirmed('business', 'applicant');
    expect(firstOpenStep(stateOf({ applicationData, sections }))).toEqual(stepOf('authorized-user'));
    expect(
      firstOpenStep(stateOf({ applicationData, sections: { ...sections, authorizedUser: true } })),
    ).toEqual(stepOf('review'));
  });

  test('required proof is open until it is sent or postponed (D26)', () => {
    const proof = (changes: Partial<ApplicationState>) =>
      firstOpenStep(stateOf({ sections: allConfirmed, documentCount: 0, ...changes })).screen;
    expect(proof({ proofRequired: true })).toBe('entity-required');
    expect(proof({ proofRequired: true, proofLater: true })).toBe('review');
    expect(proof({ proofRequired: true, documentCount: 1 })).toBe('review');
    expect(proof({ proofRequired: false })).toBe('review');
  });
});

describe('the application stops', () => {
  test('if the person may not act for the business (D15), and continues once that is changed', () => {
    const refused = stateOf({ disclosures: { shareInformation: true, authority: false } });
    expect(stopsAt(stepOf('control-question'), refused)).toBe(true);
    expect(visitableStep(stepOf('business'), refused)).toEqual(stepOf('control-question'));
    const changed = stateOf({ disclosures: { shareInformation: true, authority: true } });
    expect(stopsAt(stepOf('control-question'), changed)).toBe(false);
    expect(visitableStep(stepOf('business'), changed)).toEqual(stepOf('business'));
  });

  const declined = (guarantorRequired: boolean) =>
    stateOf({
      applicationData: businessAnswers,
      questions: { guarantor: false },
      sections: confirmed('business'),
      guarantorRequired,
    });
  const question = stepOf('applicant-guarantor-question');

  test('if a required guarantee is declined (D16), without confirming the section', () => {
    expect(stopsAt(question, declined(true))).toBe(true);
    expect(confirmsSection(question, declined(true))).toBeUndefined();
    expect(visitableStep(stepOf('owner'), declined(true))).toEqual(question);
  });

  test('not if the guarantee is optional', () => {
    expect(stopsAt(question, declined(false))).toBe(false);
    expect(confirmsSection(question, declined(false))).toBe('applicant');
  });

  test('nowhere else', () => {
    const ends = stepsOf(stateOf()).filter((step) => stopsAt(step, stateOf()));
    expect(ends).toEqual([]);
  });
});

describe('confirming sections (D11)', () => {
  const lastSteps: readonly (readonly [SectionKey, Step, Partial<ApplicationState>])[] = [
    ['business', stepOf('business-additional-proof'), {}],
    ['applicant', stepOf('applicant-guarantor-question'), {}],
    ['owner', stepOf('owner'), {}],
    [
      'owner',
      stepOf('owner-list'),
      { personnel: [theApplicant, personOf('owner', 1, { percentageOwned: 60 })] },
    ],
    ['authorizedUser', stepOf('authorized-user'), {}],
    [
      'authorizedUser',
      stepOf('authorized-user-list'),
      { personnel: [theApplicant, personOf('authorized_user')] },
    ],
  ];

  test.each(lastSteps)('%s at %o', (section, step, changes) => {
    expect(confirmsSection(step, stateOf(changes))).toBe(section);
  });

  test('not while a person is still to be entered', () => {
    expect(confirmsSection(stepOf('owner'), stateOf({ questions: { otherOwner: true } }))).toBeUndefined();
    const personnel = [theApplicant, personOf('authorized_user')];
    const state = stateOf({ personnel, questions: { anotherUser: true } });
    expect(confirmsSection(stepOf('authorized-user-list'), state)).toBeUndefined();
  });

  test('not while owners of 25 % may be missing (D17)', () => {
    const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 30 })];
    const disclosures = { shareInformation: true, authority: true, noOtherOwners: false };
    expect(confirmsSection(stepOf('owner-list'), stateOf({ personnel, disclosures }))).toBeUndefined();
    expect(confirmsSection(stepOf('owner-list'), stateOf({ personnel }))).toBe('owner');
  });

  test('not while a different billing address is missing (D14)', () => {
    const announced = stateOf({ questions: { billingSame: false } });
    expect(confirmsSection(stepOf('business-additional-proof'), announced)).toBeUndefined();
    expect(firstOpenStep(announced)).toEqual(stepOf('business-billing'));
  });

  test('never before the first section or after the last', () => {
    expect(confirmsSection(stepOf('control-question'), stateOf())).toBeUndefined();
    expect(confirmsSection(stepOf('section-review'), stateOf())).toBeUndefined();
  });
});
