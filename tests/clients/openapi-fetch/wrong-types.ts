/** Calls that must not compile: the compiler also reports an expected error that does not come. */
import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.js';

const api = createClient<paths>();
const [id, applicationId] = ['', ''];
const params = { path: { id } };

export const calls = [
  // @ts-expect-error A kind of person is one of three words.
  () => api.POST('/api/v1/personnel', { body: { applicationId, personnelType: 42 } }),
  // @ts-expect-error The digits of a number are a text.
  () => api.POST('/api/v1/personnel', { body: { applicationId, personnelType: 'owner', ssn: false } }),
  // @ts-expect-error A share is a number.
  () => api.PATCH('/api/v1/personnel/{id}', { params, body: { percentageOwned: '60' } }),
  // @ts-expect-error
  () => api.POST('/api/v1/application', { body: { applicationData: { taxId: 847315926 } } }),
  // @ts-expect-error
  () => api.POST('/api/v1/application', { body: { applicationData: { businessType: 'club' } } }),
  // @ts-expect-error
  () => api.PATCH('/api/v1/application/{id}', { params, body: { disclosures: { authority: 'yes' } } }),
];
