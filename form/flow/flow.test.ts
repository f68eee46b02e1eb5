import { describe, expect, test } from 'vitest';
import {
  allConfirmed,
  businessAnswers,
  leadsTo,
  personOf,
  stateOf,
  stepOf,
  theApplicant,
} from '../../tests/support/application-states.ts';
import type { RecordName } from '../fields/form.ts';
import { baseForm, fieldsOf, formWith } from '../fields/form.ts';
import type { OrganizationType } from '../lists/organization-types.ts';
import { isRequired } from '../rules/validate.ts';
import type { Screen } from '../screens/screen.ts';
import type { ApplicationState } from '../state/application-state.ts';
import type { ScreenKey } from './flow.ts';
import { endsWithNo, flow, screenOf, sectionOf } from './flow.ts';
import { nextStep, stepsOf } from './navigation.ts';
import { fieldsAt, urlOf } from './steps.ts';

const screens = flow.flatMap((section): readonly Screen[] => section.screens);

/** The addresses of an application's steps, without `/apply`. */
const way = (state: ApplicationState) =>
  stepsOf(state).map((step) => urlOf(step).replace('/apply', '') || '/');

const ofType = (organizationType: OrganizationType, changes: Partial<ApplicationState> = {}) =>
  stateOf({ applicationData: { ...businessAnswers, organizationType }, ...changes });

describe('the screens', () => {
  test('have the routes of the spec, section 2', () => {
    expect(screens.map(({ route }) => route)).toEqual([
      '/apply',
      '/apply/share-information',
      '/apply/control-question',
      '/apply/business',
      '/apply/business/address',
      '/apply/business/address/same',
      '/apply/business/billing',
      '/apply/business/additional',
      '/apply/business/additional/gambling',
      '/apply/business/additional/internet',
      '/apply/business/additional/proof',
      '/apply/applicant',
      '/apply/applicant/address',
      '/apply/applicant/guarantor-question',
      '/apply/owner',
      '/apply/owner/info',
      '/apply/owner/address',
      '/apply/owner/list',
      '/apply/authorized-user',
      '/apply/authorized-user/info',
      '/apply/authorized-user/address',
      '/apply/authorized-user/list',
      '/apply/entity-required',
      '/apply/section-review',
      '/apply/review/intro',
      '/apply/review',
      '/apply/agreement/esign',
      '/apply/agreement/terms',
      '/apply/agreement/guarantor',
      '/apply/agreement/controlling-party',
    ]);
  });

  test.each(screens)('$key is named after its route', ({ key, route }) => {
    expect(key).toBe(route.replace(/^\/apply\/?/, '').replaceAll('/', '-') || 'start');
    expect(screenOf(key as ScreenKey).route).toBe(route);
  });

  test('show at most four fields at a time, and none twice (D12)', () => {
    const groups = screens.flatMap(({ groups }) => groups);
    expect(groups.filter(({ fields }) => fields.length === 0 || fields.length > 4)).toEqual([]);
    const asked = groups.flatMap(({ record, fields }) => fields.map((key) => `${record}.${key}`));
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('ask for everything that must be answered', () => {
    const asked = screens.flatMap(({ groups }) =>
      groups.flatMap(({ record, fields }) => fields.map((key) => `${record}.${key}`)),
    );
    const required = (Object.keys(baseForm) as RecordName[]).flatMap((record) =>
      Object.entries(fieldsOf(baseForm, record)).flatMap(([key, field]) =>
        isRequired(field) ? [`${record}.${key}`] : [],
      ),
    );
    // Answered by questions of the flow (D16, D17), or on the lists.
    const otherwise = [
      'application.guarantorId',
      'disclosures.noOtherOwners',
      'questions.anotherOwner',
      'questions.anotherUser',
    ];
    expect(required.filter((key) => !asked.includes(key))).toEqual(otherwise);
  });
});

describe('the order (D10)', () => {
  const beginning = ['/', '/share-information', '/control-question'];
  const business = [
    '/business',
    '/business?part=2',
    '/business?part=3',
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
    '/applicant?part=4',
    '/applicant/address',
    '/applicant/guarantor-question',
  ];
  const ownerSteps = (number: number) => [
    `/owner?part=2&owner=${number}`,
    `/owner/info?owner=${number}`,
    `/owner/info?part=2&owner=${number}`,
    `/owner/address?owner=${number}`,
  ];
  const userSteps = (number: number) => [
    `/authorized-user?part=2&user=${number}`,
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

  test('passes by the sections and what is left, whose addresses answer once all sections are confirmed (D63)', () => {
    for (const screen of ['section-review', 'review-intro'] as const) {
      const step = stepOf(screen);
      expect(way(stateOf())).not.toContain(urlOf(step).replace('/apply', ''));
      expect(leadsTo(step, stateOf({ sections: allConfirmed }))).toEqual(step);
      expect(leadsTo(step, stateOf())).not.toEqual(step);
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
    ])('beside an applicant of %d %%: %j', (share, urls) => {
      expect(ownersOn(share)).toEqual(urls);
    });

    test('and keeps asking while an owner is being entered', () => {
      const personnel = [
        personOf('applicant', 1, { percentageOwned: 50 }),
        personOf('owner', 1, { percentageOwned: 50 }),
      ];
      expect(ownersOn(50, { personnel })).toEqual(['/owner', ...ownerSteps(1), '/owner/list']);
    });

    test('an announced owner has no steps any more once nobody else can be one', () => {
      const questions = { otherOwner: true };
      expect(ownersOn(40, { questions })).toEqual(['/owner', ...ownerSteps(1)]);
      expect(ownersOn(80, { questions })).toEqual(['/owner/list']);
    });
  });

  test('puts an owner announced on the list after the list', () => {
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
    expect(way(state).filter((url) => url.includes('/authorized-user?part=2'))).toHaveLength(10);
    expect(nextStep(stepOf('authorized-user-list'), state)).toEqual(stepOf('review'));
  });
});

describe('the fields of a step', () => {
  const keysAt = (screen: ScreenKey, part: number, state: ApplicationState) =>
    fieldsAt(stepOf(screen, part), state).map(([key]) => key);

  test('are those of its group', () => {
    expect(keysAt('business', 1, stateOf())).toEqual(['businessName', 'dba', 'email']);
    expect(keysAt('business', 3, stateOf())).toEqual(['naicsCode', 'businessType']);
    expect(keysAt('section-review', 1, stateOf())).toEqual([]);
    expect(keysAt('business', 4, stateOf())).toEqual([]);
  });

  test('leave out what a program hides (D13)', () => {
    const form = formWith({ 'application.dba': { hidden: true } });
    expect(keysAt('business', 1, stateOf({ form }))).toEqual(['businessName', 'email']);
  });

  test('leave out what the legal form makes unnecessary (D6)', () => {
    const housing = ['housingStatus', 'monthlyHousingPayment', 'yearsAtResidence'];
    expect(keysAt('applicant', 4, ofType('llc'))).toEqual([...housing, 'percentageOwned']);
    expect(keysAt('applicant', 4, ofType('municipality'))).toEqual(housing);
  });
});

test('a misspelt screen throws', () => {
  expect(() => screenOf('busines' as ScreenKey)).toThrow('No screen is called busines');
  expect(() => sectionOf('busines' as ScreenKey)).toThrow('No section has a screen busines');
});

describe('No to a question', () => {
  test('ends the application where it must be Yes: the authority always, the guarantee where it is required (D15, D16)', () => {
    const state = ofType('llc');
    expect(endsWithNo('disclosures', 'authority', state)).toBe(true);
    expect(endsWithNo('questions', 'guarantor', { ...state, guarantorRequired: true })).toBe(true);
    expect(endsWithNo('questions', 'guarantor', { ...state, guarantorRequired: false })).toBe(false);
    expect(endsWithNo('questions', 'authorizedUser', state)).toBe(false);
    expect(endsWithNo('application', 'internetGambling', state)).toBe(false);
  });
});
