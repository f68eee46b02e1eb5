/** The people of an application: its applicant, beneficial owners and authorized users. */

export type PersonnelType = 'applicant' | 'owner' | 'authorized_user';

/** The record of the form that a person's answers belong to. */
export const recordOfPerson = {
  applicant: 'applicant',
  owner: 'owner',
  authorized_user: 'authorizedUser',
} as const satisfies Record<PersonnelType, string>;

/** A person with the answers given so far. A masked answer may be there as its last four digits only (D41). */
export interface Person {
  readonly id: string;
  readonly personnelType: PersonnelType;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The people of an application, without the rest of it. */
export interface People {
  readonly personnel: readonly Person[];
}

/** How many people of a kind an application can have; owners follow from 25 % each (D6). */
export const personnelLimits: Readonly<Record<PersonnelType, number>> = {
  applicant: 1,
  owner: 4,
  authorized_user: 10,
};

/** The applicant, or undefined before the applicant is entered. */
export function applicantOf({ personnel }: People): Person | undefined {
  return personnel.find((person) => person.personnelType === 'applicant');
}

/** The authorized users in the order in which they were entered. */
export function authorizedUsersOf({ personnel }: People): readonly Person[] {
  return personnel.filter((person) => person.personnelType === 'authorized_user');
}

/** True while another authorized user can be added. */
export function anotherUserCanBe(people: People): boolean {
  return authorizedUsersOf(people).length < personnelLimits.authorized_user;
}
