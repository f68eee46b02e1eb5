/** The people of an application on the wire. */
import type { TSchema } from 'typebox';
import Type from 'typebox';
import type { Fields, ReadBackOf } from '../form/fields/field.ts';
import { type Form, fieldsOf } from '../form/fields/form.ts';
import { applicantFields, authorizedUserFields, ownerFields } from '../form/fields/personnel.ts';
import { type PersonnelType, recordOfPerson } from '../form/state/application-state.ts';
import { readFields, sentFields } from './answers.ts';
import { checkedLater, exactly, Id, Moment, named, namesOf } from './shape.ts';

/** Every field that a person of any kind may have; which of them applies follows from the kind. */
const allFields = { ...authorizedUserFields, ...ownerFields, ...applicantFields };

export const personnelTypes: readonly PersonnelType[] = ['applicant', 'owner', 'authorized_user'];

/** The body of adding a person of some kinds, with the fields that such a person has. */
function creation<Fs extends Fields>(types: readonly PersonnelType[], fields: Fs) {
  return exactly({
    applicationId: Id,
    personnelType: checkedLater({ type: 'string', enum: types }),
    ...sentFields(fields),
  });
}

/** What the wire checks of the bodies below: names of fields that a person of any kind may have. */
export const PersonnelCreate = namesOf(creation(personnelTypes, allFields));
export const PersonnelChange = namesOf(exactly(sentFields(allFields)));

const titles = { applicant: 'Applicant', owner: 'Owner', authorized_user: 'AuthorizedUser' } as const;

/** The bodies of the calls that add and change a person: one for each kind of person, as a form takes its answers. */
export function personnelBodies(form: Form) {
  const ofEach = (body: (type: PersonnelType, fields: Fields) => TSchema, suffix: string) =>
    personnelTypes.map((type) =>
      named(`${titles[type]}${suffix}`, body(type, fieldsOf(form, recordOfPerson[type]))),
    );
  return {
    create: named('PersonnelCreate', { oneOf: ofEach((type, fields) => creation([type], fields), 'Create') }),
    change: named('PersonnelChange', { anyOf: ofEach((_, fields) => exactly(sentFields(fields)), 'Change') }),
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

export type PersonnelAnswers = ReadBackOf<typeof allFields>;
export type Personnel = PersonnelAnswers & {
  readonly id: string;
  readonly applicationId: string;
  readonly personnelType: PersonnelType;
  readonly createDateTime: string;
  readonly updateDateTime: string;
};
