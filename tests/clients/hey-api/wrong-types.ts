/** Calls that must not compile. The compiler reports an error if the line below a `@ts-expect-error` does compile. */
import {
  addPersonnel,
  changeApplication,
  changePersonnel,
  createApplication,
  giveConsent,
  uploadDocument,
} from './generated/index.js';

const [id, applicationId] = ['', ''];
const path = { id };

export const calls = [
  // @ts-expect-error The kind of a person is one of three words.
  () => addPersonnel({ body: { applicationId, personnelType: 42 } }),
  // @ts-expect-error
  () => addPersonnel({ body: { applicationId, personnelType: 'guarantor' } }),
  // @ts-expect-error An SSN is a string of digits.
  () => addPersonnel({ body: { applicationId, personnelType: 'owner', ssn: false } }),
  // @ts-expect-error A card user has no occupation.
  () => addPersonnel({ body: { applicationId, personnelType: 'authorized_user', occupation: 'Gardener' } }),
  // @ts-expect-error
  () => addPersonnel({ body: { personnelType: 'owner' } }),
  // @ts-expect-error A percentage is a number.
  () => changePersonnel({ path, body: { percentageOwned: '60' } }),
  // @ts-expect-error
  () => changePersonnel({ path, body: { housingStatus: 'tent' } }),
  // @ts-expect-error
  () => createApplication({ body: { applicationData: { taxId: 847315926 } } }),
  // @ts-expect-error An application has no id before it is created.
  () => createApplication({ body: { id } }),
  // @ts-expect-error
  () => changeApplication({ path, body: { applicationData: { organizationType: 'club' } } }),
  // @ts-expect-error
  () => changeApplication({ path, body: { applicationData: { yearsInBusiness: '7' } } }),
  // @ts-expect-error
  () => changeApplication({ path, body: { applicationData: { shoeSize: 44 } } }),
  // @ts-expect-error
  () => changeApplication({ path, body: { disclosures: { authority: 'yes' } } }),
  // @ts-expect-error A section can be confirmed, but not unconfirmed.
  () => changeApplication({ path, body: { sections: { business: false } } }),
  // @ts-expect-error
  () => giveConsent({ path: { id, agreement: 'esign' }, body: { version: 1, agreed: true } }),
  // @ts-expect-error
  () => uploadDocument({ body: { applicationId, documentType: 'selfie', document: new Blob() } }),
];
