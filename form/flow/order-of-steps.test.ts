import { describe, expect, test } from 'vitest';
import {
  allConfirmed,
  businessAnswers,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
} from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import type { OrganizationType } from '../lists/organization-types.ts';
import { nextStep, stepsOf, visitableStep } from './navigation.ts';
import { urlOf } from './steps.ts';

/** Returns the URLs of the application's steps in order, without `/apply`. */
const way = (state: ApplicationState) =>
  stepsOf(state).map((step) => urlOf(step).replace('/apply', '') || '/');

const ofType = (organizationType: OrganizationType, changes: Partial<ApplicationState> = {}) =>
  stateOf({ applicationData: { ...businessAnswers, organizationType }, ...changes });

describe('the order (D10)', () => {
  const beginning = ['/', '/share-information', '/control-question'];
  const business = [
    '/business',
    '/business?part=2',
    '/business/address',
    '/business/address/same',
    '/business/additional',
    '/business/additional/gambling',
    '/business/additional/internet',
    '/business/additional/proof',
  ];
  const applicant = [
    '/applicant',
    '/applicant?part=2',
    '/applicant?part=3',
    '/applicant/address',
    '/applicant/guarantor-question',
  ];
  // The first person's name is below the question about owners or card users, so the name has no step of its own (D12).
  const ownerSteps = (number: number) => [
    ...(number > 1 ? [`/owner?part=2&owner=${number}`] : []),
    `/owner/info?owner=${number}`,
    `/owner/info?part=2&owner=${number}`,
    `/owner/address?owner=${number}`,
  ];
  const userSteps = (number: number) => [
    ...(number > 1 ? [`/authorized-user?part=2&user=${number}`] : []),
    `/authorized-user/info?user=${number}`,
    `/authorized-user/address?user=${number}`,
  ];
  const ending = [
    '/review',
    '/agreement/esign',
    '/agreement/terms',
    '/agreement/guarantor',
    '/agreement/controlling-party',
  ];

  test('of an LLC with two other owners and a card user', () => {
    const personnel = [
      theApplicant,
      personOf('owner', 1, { percentageOwned: 30 }),
      personOf('owner', 2, { percentageOwned: 30 }),
      personOf('authorized_user', 1),
    ];
    expect(way(stateOf({ personnel }))).toEqual([
      ...beginning,
      ...business,
      ...applicant,
      '/owner',
      ...ownerSteps(1),
      ...ownerSteps(2),
      '/owner/list',
      '/authorized-user',
      ...userSteps(1),
      '/authorized-user/list',
      ...ending,
    ]);
  });

  test('of a sole proprietorship: nothing is asked about shares and owners (D6, D17)', () => {
    const applicationData = {
      ...businessAnswers,
      organizationType: 'sole_proprietorship',
      guarantorId: 'x',
    } as const;
    expect(way(stateOf({ applicationData }))).toEqual([
      ...beginning,
      ...business,
      ...applicant,
      '/authorized-user',
      ...ending,
    ]);
  });

  test.each(['municipality', 'non_profit'] as const)('of a %s without a guarantor', (type) => {
    expect(way(ofType(type, { guarantorRequired: false }))).toEqual([
      ...beginning,
      ...business,
      ...applicant,
      '/authorized-user',
      ...ending.filter((url) => url !== '/agreement/guarantor'),
    ]);
  });

  test('asks for a billing address only if it differs', () => {
    const billing = (billingSame: boolean | null) =>
      way(stateOf({ questions: { billingSame } })).includes('/business/billing');
    expect([billing(null), billing(true), billing(false)]).toEqual([false, false, true]);
    const urls = way(stateOf({ questions: { billingSame: false } }));
    expect(urls[urls.indexOf('/business/billing') - 1]).toBe('/business/address/same');
  });

  test('asks for proof at the end only if the program requires it and none was sent (D10, D54)', () => {
    const urls = way(stateOf({ documentCount: 0, proofRequired: true }));
    expect(urls[urls.indexOf('/review') - 1]).toBe('/entity-required');
    expect(way(stateOf({ documentCount: 1, proofRequired: true }))).not.toContain('/entity-required');
    expect(way(stateOf({ documentCount: 0 }))).not.toContain('/entity-required');
  });

  test('skips section-review and review-intro, which can be visited once all sections are confirmed (D63)', () => {
    for (const screen of ['section-review', 'review-intro'] as const) {
      const step = stepOf(screen);
      expect(way(stateOf())).not.toContain(urlOf(step).replace('/apply', ''));
      expect(visitableStep(step, stateOf({ sections: allConfirmed }))).toEqual(step);
      expect(visitableStep(step, stateOf())).not.toEqual(step);
      expect(nextStep(step, stateOf({ sections: allConfirmed }))).toEqual(stepOf('review'));
    }
  });

  test('leaves out the list of card users if there are none', () => {
    expect(way(stateOf())).not.toContain('/authorized-user/list');
  });

  describe('asks for other owners only while 25 % or more is unclaimed (D17)', () => {
    const ownersOn = (percentageOwned: number, changes: Partial<ApplicationState> = {}) =>
      way(stateOf({ personnel: [personOf('applicant', 1, { percentageOwned })], ...changes })).filter((url) =>
        url.startsWith('/owner'),
      );

    test.each([
      [0, ['/owner']],
      [40, ['/owner']],
      [75, ['/owner']],
      [75.01, ['/owner/list']],
      [100, ['/owner/list']],
    ])('if the applicant owns %d %%: %j', (share, urls) => {
      expect(ownersOn(share)).toEqual(urls);
    });

    test('and keeps asking while an owner is being entered', () => {
      const personnel = [
        personOf('applicant', 1, { percentageOwned: 50 }),
        personOf('owner', 1, { percentageOwned: 50 }),
      ];
      expect(ownersOn(50, { personnel })).toEqual(['/owner', ...ownerSteps(1), '/owner/list']);
    });

    test('an owner to be entered has no steps once no one else can be an owner', () => {
      const questions = { otherOwner: true };
      expect(ownersOn(40, { questions })).toEqual(['/owner', ...ownerSteps(1)]);
      expect(ownersOn(80, { questions })).toEqual(['/owner/list']);
    });
  });

  test('puts an owner to be added from the list after the list', () => {
    const personnel = [theApplicant, personOf('owner', 1, { percentageOwned: 30 })];
    const urls = way(stateOf({ personnel, questions: { anotherOwner: true } }));
    expect(urls.filter((url) => url.startsWith('/owner'))).toEqual([
      '/owner',
      ...ownerSteps(1),
      '/owner/list',
      ...ownerSteps(2),
    ]);
  });

  test('does not accept an eleventh card user', () => {
    const users = Array.from({ length: 10 }, (_, index) => personOf('authorized_user', index));
    const state = stateOf({ personnel: [theApplicant, ...users], questions: { anotherUser: true } });
    expect(way(state).filter((url) => url.includes('/authorized-user/info'))).toHaveLength(10);
    expect(nextStep(stepOf('authorized-user-list'), state)).toEqual(stepOf('review'));
  });
});
