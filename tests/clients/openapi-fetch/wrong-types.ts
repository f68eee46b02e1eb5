/** Calls that must not compile. The compiler reports an error if the line below a `@ts-expect-error` does compile. */
import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.js';

const api = createClient<paths>();
const [id, applicationId] = ['', ''];
const params = { path: { id } };

export const calls = [
  // @ts-expect-error The kind of a person is one of three words.
  () => api.POST('/api/v1/personnel', { body: { applicationId, personnelType: 42 } }),
  // @ts-expect-error An SSN is a string of digits.
  () => api.POST('/api/v1/personnel', { body: { applicationId, personnelType: 'owner', ssn: false } }),
  // @ts-expect-error A percentage is a number.
  () => api.PATCH('/api/v1/personnel/{id}', { params, body: { percentageOwned: '60' } }),
  // @ts-expect-error
  () => api.POST('/api/v1/application', { body: { applicationData: { taxId: 847315926 } } }),
  // @ts-expect-error
  () => api.POST('/api/v1/application', { body: { applicationData: { businessType: 'club' } } }),
  // @ts-expect-error
  () => api.PATCH('/api/v1/application/{id}', { params, body: { disclosures: { authority: 'yes' } } }),
];
