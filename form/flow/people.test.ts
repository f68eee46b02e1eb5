/** The way through the people of an application: forward, back, out of it and around again (D10, D14, D17). */
import { describe, expect, test } from 'vitest';
import type { Place } from './places.ts';
import { skipAt, urlOf } from './places.ts';
import { skipOf, withoutPerson, withPerson } from './saves.ts';
import type { Situation } from './situation.ts';
import { ownersOf } from './situation.ts';
import { confirmed, personOf, situationOf, theApplicant } from './test-situations.ts';
import { admit, confirmsSection, furthestPlace, nextPlace, previousPlace } from './walk.ts';

const list: Place = { screen: 'owner-list', part: 1 };
const userList: Place = { screen: 'authorized-user-list', part: 1 };
const question: Place = { screen: 'owner', part: 1 };
const owner = (number: number, share: number) => personOf('owner', number, { percentageOwned: share });

/** The applicant owns 25 %; business and applicant are confirmed, nothing is said of other owners. */
function atOwners(changes: Partial<Situation> = {}): Situation {
  return situationOf({
    sections: confirmed('business', 'applicant'),
    disclosures: { shareInformation: true, authority: true },
    personnel: [personOf('applicant', 1, { percentageOwned: 25 })],
    ...changes,
  });
}

const withOwners = (...shares: readonly number[]) =>
  atOwners({
    personnel: [
      personOf('applicant', 1, { percentageOwned: 25 }),
      ...shares.map((share, index) => owner(index + 1, share)),
    ],
  });

const answering = (situation: Situation, questions: Situation['questions']): Situation => ({
  ...situation,
  questions: { ...situation.questions, ...questions },
});

/** The same after it was said that no one else owns 25 % or more. */
const noOneElse = (situation: Situation): Situation => ({
  ...situation,
  disclosures: { ...situation.disclosures, noOtherOwners: true },
});

/** Next, and where one really gets from there. */
const goOn = (place: Place, situation: Situation) => urlOf(admit(nextPlace(place, situation), situation));

describe('the first owner', () => {
  test('yes to the question leads to the owner’s name', () => {
    expect(goOn(question, answering(atOwners(), { otherOwner: true }))).toBe('/apply/owner?part=2&owner=1');
  });

  test('no ends the section, with the word that there are no others', () => {
    const situation = noOneElse(answering(atOwners(), { otherOwner: false }));
    expect(confirmsSection(question, situation)).toBe('owner');
  });

  test('the question can be reached again while the name is not entered', () => {
    const situation = answering(atOwners(), { otherOwner: true });
    expect(admit(question, situation)).toEqual(question);
    expect(previousPlace({ screen: 'owner', part: 2, owner: 1 }, situation)).toEqual(question);
  });
});

describe('the list of owners', () => {
  test('a person’s last place leads to the list, not on to the next person', () => {
    expect(goOn({ screen: 'owner-address', part: 1, owner: 1 }, withOwners(25, 25))).toBe(
      '/apply/owner/list',
    );
  });

  test('a person’s last place leads to what another one still lacks', () => {
    const situation = withOwners(25, 25);
    const [first, second] = ownersOf(situation);
    const personnel = [theApplicant, first, { ...second, answers: { ...second?.answers, email: null } }];
    const lacking = { ...situation, personnel: personnel as Situation['personnel'] };
    expect(goOn({ screen: 'owner-address', part: 1, owner: 1 }, lacking)).toBe(
      '/apply/owner/info?part=3&owner=2',
    );
  });

  test('another owner is entered after those listed', () => {
    const situation = answering(withOwners(25), { anotherOwner: true });
    expect(goOn(list, situation)).toBe('/apply/owner?part=2&owner=2');
  });

  test('the list stands open while another owner was announced and not entered', () => {
    const situation = answering(withOwners(25), { anotherOwner: true });
    expect(admit(list, situation)).toEqual(list);
    expect(previousPlace({ screen: 'owner', part: 2, owner: 2 }, situation)).toEqual(list);
  });

  test('holds one up while a share of 25 % is unclaimed and nobody said that there is no one else', () => {
    expect(furthestPlace(withOwners(25))).toEqual(list);
    const told = { ...noOneElse(withOwners(25)), sections: confirmed('business', 'applicant', 'owner') };
    expect(goOn(list, told)).toBe('/apply/authorized-user');
  });

  test('no to the question leads to the list where people are listed', () => {
    const situation = answering(withOwners(25), { otherOwner: false });
    expect(goOn(question, situation)).toBe('/apply/owner/list');
  });
});

describe('with every section complete', () => {
  const complete = {
    ...withOwners(25, 25, 25),
    sections: confirmed('business', 'applicant', 'owner', 'authorizedUser'),
  };

  test('a change of one owner goes through that owner’s places and back to the list', () => {
    expect(goOn({ screen: 'owner', part: 2, owner: 2 }, complete)).toBe('/apply/owner/info?owner=2');
    expect(goOn({ screen: 'owner-address', part: 1, owner: 2 }, complete)).toBe('/apply/owner/list');
  });

  test('the list leads on to the review', () => {
    expect(goOn(list, complete)).toBe('/apply/section-review');
  });

  test('without the last owner the question stands open again', () => {
    const one = noOneElse({ ...complete, personnel: withOwners(25).personnel });
    const without = withoutPerson(one, owner(1, 25).id);
    expect(furthestPlace(without)).toEqual(question);
  });
});

describe('leaving someone out', () => {
  test('one of several leads back to the list, and takes back that there is no one else', () => {
    const told = noOneElse(withOwners(25, 25));
    const without = withoutPerson(told, owner(2, 25).id);
    expect(without.disclosures.noOtherOwners).toBe(false);
    expect(furthestPlace(without)).toEqual(list);
  });

  test('a card user takes back nothing that was said of owners', () => {
    const user = personOf('authorized_user');
    const told = situationOf({
      personnel: [theApplicant, user],
      questions: { otherOwner: false, authorizedUser: true },
    });
    const without = withoutPerson(told, user.id);
    expect(without.disclosures.noOtherOwners).toBe(true);
    expect(without.questions).toMatchObject({ otherOwner: false, authorizedUser: null });
  });

  test('someone newly entered ends the announcement', () => {
    const situation = withPerson(answering(withOwners(25), { anotherOwner: true }), owner(2, 25));
    expect(situation.questions.anotherOwner).toBeNull();
  });
});

describe('card users', () => {
  const atUsers = situationOf({ sections: confirmed('business', 'applicant', 'owner') });
  const asked: Place = { screen: 'authorized-user', part: 1 };

  test('the question can be skipped, a name that was announced cannot', () => {
    expect(skipAt(asked)).toBe('Skip this step');
    expect(skipAt({ screen: 'authorized-user', part: 2, user: 1 })).toBeUndefined();
  });

  test('skipping the question confirms the section where nobody is listed, else leads to the list', () => {
    const { situation } = skipOf({ record: 'questions', fields: ['authorizedUser'], label: '' }, atUsers);
    expect(confirmsSection(asked, situation)).toBe('authorizedUser');
    const listed = { ...situation, personnel: [theApplicant, personOf('authorized_user')] };
    expect(confirmsSection(asked, listed)).toBeUndefined();
    expect(nextPlace(asked, listed)).toEqual(userList);
  });
});

describe('the papers that prove the business', () => {
  const place: Place = { screen: 'entity-required', part: 1 };
  const complete = situationOf({
    sections: confirmed('business', 'applicant', 'owner', 'authorizedUser'),
    documentCount: 0,
    proofRequired: true,
  });

  test('are asked for where none was sent, and hold one up until one is or is to come later', () => {
    expect(furthestPlace(complete)).toEqual(place);
    expect(furthestPlace({ ...complete, proofLater: true }).screen).not.toBe('entity-required');
  });

  test('stay on the way where the file was added there, and only there', () => {
    expect(admit(place, { ...complete, documentCount: 1, proofAddedLast: true })).toEqual(place);
    expect(admit(place, { ...complete, documentCount: 1 }).screen).not.toBe('entity-required');
  });
});
