/** Tests that no URL shows a step after the first unfinished step or after unconfirmed answers (spec section 2, D18). */
import { describe, expect, test } from 'vitest';
import {
  agreed,
  allConfirmed,
  businessAnswers,
  confirmed,
  guaranteed,
  personOf,
  stateOf,
  theApplicant,
  without,
} from '../../tests/support/application-states.ts';
import { someOf } from '../../tests/support/rounds.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { sectionKeys } from '../fields/application-state.ts';
import { screens, sectionOf } from './flow.ts';
import { answeringSteps, firstOpenStep, visitableStep } from './navigation.ts';
import type { Step } from './steps.ts';
import { sameStep, stepAt, urlOf } from './steps.ts';

const parts = ['', 'part=0', 'part=2', 'part=9'];
const persons = ['', 'owner=1', 'owner=9', 'user=1', 'user=9'];

/** Routes with various group and person numbers in the query, including numbers that the application doesn't have. */
const addresses = someOf(
  screens.flatMap(({ route }) =>
    parts.flatMap((part) =>
      persons.map((person) => [route, [part, person].filter(Boolean).join('&')] as const),
    ),
  ),
);

const people = [
  theApplicant,
  personOf('owner', 1, { percentageOwned: 30 }),
  personOf('owner', 2, { percentageOwned: 30 }),
  personOf('authorized_user', 1),
];

/** The kinds of applications in which the URLs are tested. */
const kinds: readonly (readonly [string, Partial<ApplicationState>])[] = [
  ['an LLC with its applicant alone', {}],
  ['with owners and a card user', { personnel: people }],
  ['with another owner and card user to be entered', { personnel: people, questions: { anotherUser: true } }],
  ['of a municipality', { applicationData: { ...guaranteed, organizationType: 'municipality' } }],
  ['with its bills sent elsewhere', { questions: { billingSame: false } }],
  ['with its bills sent to the same address', { questions: { billingSame: true } }],
  ['with something missing', { applicationData: without(guaranteed, ['addressPostalCode']) }],
  ['without a guarantor', { applicationData: businessAnswers, guarantorRequired: false }],
  ['whose proof is missing', { proofRequired: true, documentCount: 0 }],
];

/** The stages of an application, from untouched to signed. */
const stages: readonly (readonly [string, Partial<ApplicationState>])[] = [
  ['untouched', { disclosures: {}, applicationData: {}, personnel: [] }],
  ...[0, 1, 2, 3].map(
    (count) =>
      [`${count} sections confirmed`, { sections: confirmed(...sectionKeys.slice(0, count)) }] as const,
  ),
  ['every section confirmed', { sections: allConfirmed }],
  ['seen at the review', { sections: allConfirmed, reviewing: true }],
  ['confirmed at the review', { sections: allConfirmed, reviewed: true }],
  ['half signed', { sections: allConfirmed, reviewed: true, agreed: agreed('esign', 'terms') }],
  ['half signed, then changed', { sections: allConfirmed, agreed: agreed('esign', 'terms') }],
  [
    'signed',
    {
      sections: allConfirmed,
      reviewed: true,
      agreed: agreed('esign', 'terms', 'guarantor', 'controlling-party'),
    },
  ],
];

/** The tested applications: the first kind at every stage, and the other kinds only with all sections confirmed. */
const applications = kinds.flatMap(([kind, changes], index) =>
  stages
    .filter(([, { sections }]) => index === 0 || sections === allConfirmed)
    .map(([stage, reached]) => [kind, stage, stateOf({ ...changes, ...reached })] as const),
);

describe('in an application', () => {
  test.each(applications)('%s, %s', (_kind, _stage, state) => {
    const steps = answeringSteps(state);
    const indexOf = (step: Step) => steps.findIndex((candidate) => sameStep(candidate, step));
    const open = indexOf(firstOpenStep(state));
    const review = indexOf({ screen: 'review', part: 1 });
    const led = addresses.map(([path, search]) => {
      const step = stepAt(path, search);
      if (!step) throw new Error(`${path} is no screen`);
      return { from: `${path}?${search}`, own: indexOf(step), to: visitableStep(step, state) };
    });
    expect(led.filter(({ to }) => indexOf(to) < 0 || indexOf(to) > open)).toEqual([]);
    if (!state.reviewed) expect(led.filter(({ to }) => indexOf(to) > review)).toEqual([]);
    // A URL shows its own step if that step can be visited. Every other URL shows the first open step.
    for (const { from, own, to } of led) expect(indexOf(to), from).toBe(own >= 0 && own <= open ? own : open);
  });
});

test('the steps after the review can be visited only once the review is confirmed, even in a complete application', () => {
  const complete = stateOf({ sections: allConfirmed });
  expect(urlOf(firstOpenStep(complete))).toBe('/apply/review');
  const [path, search] = ['/apply/owner', 'part=2&owner=9'];
  const nowhere = stepAt(path, search) as Step;
  expect(urlOf(visitableStep(nowhere, complete))).toBe('/apply/review');
  expect(sectionOf(visitableStep(nowhere, { ...complete, reviewed: true }).screen)).toBe('review');
  expect(urlOf(visitableStep(nowhere, { ...complete, reviewed: true }))).toBe('/apply/agreement/esign');
});
