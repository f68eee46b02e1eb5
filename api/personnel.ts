/** The people of an application on the wire. */
import Type from 'typebox';
import type { Fields, ReadBackOf } from '../form/fields/field.ts';
import { type Form, fieldsOf } from '../form/fields/form.ts';
import { applicantFields, authorizedUserFields, ownerFields } from '../form/fields/personnel.ts';
import { type PersonnelType, recordOfPerson } from '../form/people/people.ts';
import { readFields, sentFields } from './answers.ts';
import { checkedLater, exactly, Id, Moment, named, namesOf, object } from './shape.ts';

/** Every field that any kind of person has; the kind decides which apply. */
const allFields = { ...authorizedUserFields, ...ownerFields, ...applicantFields };

export const personnelTypes: readonly PersonnelType[] = ['applicant', 'owner', 'authorized_user'];

/** Returns the body of adding a person of these kinds, with their fields. */
function creation<Fs extends Fields>(types: readonly PersonnelType[], fields: Fs) {
  return exactly({
    applicationId: Id,
    personnelType: checkedLater({ type: 'string', enum: types }),
    ...sentFields(fields),
  });
}

/** The parts of the bodies below that the wire checks: the names of fields that a person of any kind may have. */
export const PersonnelCreate = namesOf(creation(personnelTypes, allFields));
export const PersonnelChange = namesOf(exactly(sentFields(allFields)));

const titles = { applicant: 'Applicant', owner: 'Owner', authorized_user: 'AuthorizedUser' } as const;

/** Returns the bodies of the calls that add and change a person, with the form's answers. Only the first names the kind. */
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

/** A person as read back. */
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
