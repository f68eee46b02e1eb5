/** Declares the people in an application: the applicant, beneficial owners, and authorized users. */

export type PersonnelType = 'applicant' | 'owner' | 'authorized_user';

/** The record of the form to which a person's answers belong. */
export const recordOfPerson = {
  applicant: 'applicant',
  owner: 'owner',
  authorized_user: 'authorizedUser',
} as const satisfies Record<PersonnelType, string>;

/** A person and the answers about them so far. For a masked answer, the page may have only the last four digits (D41). */
export interface Person {
  readonly id: string;
  readonly personnelType: PersonnelType;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Has a key for each sensitive answer that was given in an earlier session (D55). Only the server sets this property. */
  readonly earlier?: Readonly<Record<string, unknown>>;
}

export interface People {
  readonly personnel: readonly Person[];
}

/** Maximum number of people of each kind. No more than four people can own 25% each (D6). */
export const personnelLimits: Readonly<Record<PersonnelType, number>> = {
  applicant: 1,
  owner: 4,
  authorized_user: 10,
};

/** Returns all people of one kind, in the order in which they were entered. */
export function peopleOf({ personnel }: People, kind: PersonnelType): readonly Person[] {
  return personnel.filter(({ personnelType }) => personnelType === kind);
}

/** Returns the applicant, or undefined if the applicant hasn't been entered yet. */
export function applicantOf(people: People): Person | undefined {
  return peopleOf(people, 'applicant')[0];
}

/** Returns the authorized users, in the order in which they were entered. */
export function authorizedUsersOf(people: People): readonly Person[] {
  return peopleOf(people, 'authorized_user');
}

/** Returns whether another authorized user can be added. */
export function anotherUserCanBe(people: People): boolean {
  return authorizedUsersOf(people).length < personnelLimits.authorized_user;
}
