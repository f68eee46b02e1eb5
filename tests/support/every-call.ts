/** Lists every call of the API with a valid body, for tests that check the same rule on all calls. */
import type { ApiClient, Call, Reply } from './api-client.ts';
import { applicant, authorizedUser, upload } from './sample-application.ts';
import { shippedVersion } from './shipped-version.ts';

/** The ids of existing items for the paths and bodies of calls. */
export interface Ids {
  readonly application: string;
  readonly person: string;
  readonly document: string;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path as in the OpenAPI document, without /api/v1. */
  readonly route: string;
  readonly path: (ids: Ids, webSessionId: string) => string;
  readonly body?: (ids: Ids) => Call;
  /** Where the call sends the session's id. `none`: the call needs no session. */
  readonly session: 'header' | 'query' | 'none';
  /** True if the call refers to an item, such as a document, that can belong to another session. */
  readonly owned: boolean;
}

const json = (value: unknown): Call => ({ json: value });

/** A token that has the format of a resume link's token but belongs to no link. */
const unknownToken = 'x'.repeat(43);

/** All calls. Calls that remove an item come after the other calls for it, and the call that ends the session is last. */
export const everyCall: readonly ApiCall[] = [
  { method: 'POST', route: '/apply/start', path: () => '/apply/start', session: 'none', owned: false },
  {
    method: 'POST',
    route: '/apply/start/{key}',
    path: () => '/apply/start/1111-2222-3333-4444',
    session: 'none',
    owned: false,
  },
  {
    method: 'POST',
    route: '/apply/start/entity-key/{key}',
    path: () => '/apply/start/entity-key/main-street',
    session: 'none',
    owned: false,
  },
  { method: 'GET', route: '/resume', path: () => '/resume', session: 'none', owned: false },
  {
    method: 'POST',
    route: '/resume/device',
    path: () => '/resume/device',
    body: () => json({ taxIdLast4: '0000' }),
    session: 'none',
    owned: false,
  },
  {
    method: 'DELETE',
    route: '/resume/device',
    path: () => '/resume/device',
    session: 'none',
    owned: false,
  },
  {
    method: 'POST',
    route: '/resume/link',
    path: () => '/resume/link',
    body: () => json({ token: unknownToken }),
    session: 'none',
    owned: false,
  },
  {
    method: 'POST',
    route: '/resume/link/open',
    path: () => '/resume/link/open',
    body: () => json({ token: unknownToken, code: '000000' }),
    session: 'none',
    owned: false,
  },
  {
    method: 'DELETE',
    route: '/resume/link',
    path: () => '/resume/link',
    body: () => json({ token: unknownToken }),
    session: 'none',
    owned: false,
  },
  {
    method: 'POST',
    route: '/resume/email',
    path: () => '/resume/email',
    body: () => json({ email: 'wilhelmina@quokka-lawns.example' }),
    session: 'header',
    owned: false,
  },
  {
    method: 'POST',
    route: '/resume/email/confirm',
    path: () => '/resume/email/confirm',
    body: () => json({ code: '000000' }),
    session: 'header',
    owned: false,
  },
  {
    method: 'POST',
    route: '/apply/heartbeat',
    path: () => '/apply/heartbeat',
    session: 'header',
    owned: false,
  },
  {
    method: 'POST',
    route: '/application',
    path: () => '/application',
    body: () => json({ applicationData: { dba: 'Larkspur' } }),
    session: 'header',
    owned: false,
  },
  {
    method: 'GET',
    route: '/application/{id}',
    path: ({ application }) => `/application/${application}`,
    session: 'header',
    owned: true,
  },
  {
    method: 'PATCH',
    route: '/application/{id}',
    path: ({ application }) => `/application/${application}`,
    body: () => json({ applicationData: { dba: 'Larkspur' } }),
    session: 'header',
    owned: true,
  },
  {
    method: 'GET',
    route: '/application/{id}/guarantor-required',
    path: ({ application }) => `/application/${application}/guarantor-required`,
    session: 'header',
    owned: true,
  },
  {
    method: 'POST',
    route: '/personnel',
    path: () => '/personnel',
    body: ({ application }) =>
      json({ applicationId: application, personnelType: 'authorized_user', ...authorizedUser }),
    session: 'header',
    owned: true,
  },
  {
    method: 'PATCH',
    route: '/personnel/{id}',
    path: ({ person }) => `/personnel/${person}`,
    body: () => json({ occupation: applicant.occupation }),
    session: 'header',
    owned: true,
  },
  {
    method: 'POST',
    route: '/document',
    path: () => '/document',
    body: ({ application }) => ({
      form: upload({ applicationId: application, documentType: 'proof_of_entity' }),
    }),
    session: 'header',
    owned: true,
  },
  {
    method: 'GET',
    route: '/document/{id}',
    path: ({ document }, webSessionId) => `/document/${document}?session=${webSessionId}`,
    session: 'query',
    owned: true,
  },
  {
    method: 'PUT',
    route: '/document/{id}',
    path: ({ document }) => `/document/${document}`,
    body: () => ({ form: upload({}) }),
    session: 'header',
    owned: true,
  },
  {
    method: 'GET',
    route: '/agreement/{agreement}',
    path: () => '/agreement/esign',
    session: 'header',
    owned: false,
  },
  {
    method: 'GET',
    route: '/agreement/{agreement}/page/{n}',
    path: () => '/agreement/esign/page/1',
    session: 'none',
    owned: false,
  },
  {
    method: 'GET',
    route: '/agreement/{agreement}/pdf',
    path: () => '/agreement/esign/pdf',
    session: 'none',
    owned: false,
  },
  {
    method: 'PUT',
    route: '/application/{id}/consent/{agreement}',
    path: ({ application }) => `/application/${application}/consent/esign`,
    body: () => json({ version: shippedVersion('esign'), agreed: true }),
    session: 'header',
    owned: true,
  },
  {
    method: 'POST',
    route: '/places',
    path: () => '/places',
    body: () => json({ query: 'Bloomington' }),
    session: 'header',
    owned: false,
  },
  {
    method: 'POST',
    route: '/application/{id}/submit',
    path: ({ application }) => `/application/${application}/submit`,
    session: 'header',
    owned: true,
  },
  {
    method: 'DELETE',
    route: '/personnel/{id}',
    path: ({ person }) => `/personnel/${person}`,
    session: 'header',
    owned: true,
  },
  {
    method: 'DELETE',
    route: '/document/{id}',
    path: ({ document }) => `/document/${document}`,
    session: 'header',
    owned: true,
  },
  {
    method: 'POST',
    route: '/apply/finish/{type}',
    path: () => '/apply/finish/cancel',
    session: 'header',
    owned: false,
  },
];

/** Returns each call with a title, for `test.each`. */
export function titled(calls: readonly ApiCall[]): [title: string, call: ApiCall][] {
  return calls.map((call) => [`${call.method} ${call.route}`, call]);
}

/** Sends a call. `more` can set headers and the id of another session. */
export function sendCall(
  client: ApiClient,
  { method, path, body }: ApiCall,
  ids: Ids,
  more: Pick<Call, 'headers'> & { readonly webSessionId?: string } = {},
): Promise<Reply<unknown>> {
  const { webSessionId = client.webSessionId, headers } = more;
  return client.send(method, path(ids, webSessionId), { ...body?.(ids), ...(headers && { headers }) });
}
