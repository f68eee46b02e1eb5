/** The people of an application on the wire. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { applicantFields, authorizedUserFields, ownerFields } from '../form/fields/personnel.ts';
import type { PersonnelType } from '../form/state/application-state.ts';
import { exactly, Moment, readRecord, sentFields, sentRecord } from './shape.ts';

/** Every field that a person of any kind may have; which of them applies follows from the kind. */
const allFields = { ...authorizedUserFields, ...ownerFields, ...applicantFields };

export const personnelTypes: readonly PersonnelType[] = ['applicant', 'owner', 'authorized_user'];

export const PersonnelCreate = exactly({
  applicationId: Type.String(),
  personnelType: Type.Unsafe<unknown>({ description: personnelTypes.join(', ') }),
  ...sentFields(allFields),
});
export const PersonnelChange = sentRecord(allFields);

/** A person as read back. */
export const Personnel = Type.Unsafe<Personnel>({
  type: 'object',
  additionalProperties: false,
  required: ['id', 'applicationId', 'personnelType', 'createDateTime', 'updateDateTime'],
  properties: {
    id: Type.String(),
    applicationId: Type.String(),
    personnelType: { type: 'string', enum: personnelTypes },
    createDateTime: Moment,
    updateDateTime: Moment,
    ...(readRecord(allFields) as unknown as { properties: object }).properties,
  },
});

export type PersonnelAnswers = Static<ReturnType<typeof readRecord<typeof allFields>>>;
export type Personnel = PersonnelAnswers & {
  readonly id: string;
  readonly applicationId: string;
  readonly personnelType: PersonnelType;
  readonly createDateTime: string;
  readonly updateDateTime: string;
};
