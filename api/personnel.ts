/** The schemas of an application's people in requests and responses. */
import Type from 'typebox';
import type { Fields, ReadBackOf } from '../form/fields/field.ts';
import { type Form, fieldsOf } from '../form/fields/form.ts';
import { applicantFields, authorizedUserFields, ownerFields } from '../form/fields/personnel.ts';
import { type PersonnelType, recordOfPerson } from '../form/people/people.ts';
import { readFields, sentFields } from './answers.ts';
import { checkedLater, exactly, Id, Moment, named, namesOf, object } from './shape.ts';

/** All fields of all types of people. A person's type determines which of these fields the person has. */
const allFields = { ...authorizedUserFields, ...ownerFields, ...applicantFields };

export const personnelTypes: readonly PersonnelType[] = ['applicant', 'owner', 'authorized_user'];

/** Returns the schema of a request body that adds a person of one of these types, with answers to these fields. */
function creation<Fs extends Fields>(types: readonly PersonnelType[], fields: Fs) {
  return exactly({
    applicationId: Id,
    personnelType: checkedLater({ type: 'string', enum: types }),
    ...sentFields(fields),
  });
}

/** The schema with which routes check a body that adds a person: the fields of all types of people, without rules for values. */
export const PersonnelCreate = namesOf(creation(personnelTypes, allFields));
/** Like `PersonnelCreate`, for a body that changes a person. */
export const PersonnelChange = namesOf(exactly(sentFields(allFields)));

const titles = { applicant: 'Applicant', owner: 'Owner', authorized_user: 'AuthorizedUser' } as const;

/** Returns the schemas of the request bodies that add and change a person, for the fields of a program's form. */
export function personnelBodies(form: Form) {
  const fieldsOfEach = personnelTypes.map((type) => [type, fieldsOf(form, recordOfPerson[type])] as const);
  const creations = fieldsOfEach.map(([type, fields]) =>
    named(`${titles[type]}Create`, creation([type], fields)),
  );
  return {
    create: named('PersonnelCreate', { oneOf: creations }),
    change: object('PersonnelChange', sentFields(...fieldsOfEach.map(([, fields]) => fields))),
  };
}

/** A person in a response. */
export const Personnel = named(
  'Personnel',
  Type.Unsafe<Personnel>({
    type: 'object',
    additionalProperties: false,
    required: ['id', 'applicationId', 'personnelType', 'createDateTime', 'updateDateTime'],
    properties: {
      id: Id,
      applicationId: Id,
      personnelType: { type: 'string', enum: personnelTypes },
      createDateTime: Moment,
      updateDateTime: Moment,
      ...readFields(allFields),
    },
  }),
);

export type Personnel = ReadBackOf<typeof allFields> & {
  readonly id: string;
  readonly applicationId: string;
  readonly personnelType: PersonnelType;
  readonly createDateTime: string;
  readonly updateDateTime: string;
};
