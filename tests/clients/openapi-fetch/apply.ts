/**
 * Applies with openapi-fetch and the types that openapi-typescript generates: sends the answers of `answers.ts`, a document and
 * the consents, and submits.
 */
import createClient from 'openapi-fetch';
import { agreements, applicant, business, cookieOf, owner, user } from '../answers.js';
import type { components, paths } from './generated/schema.js';

type Schemas = components['schemas'];

/** Returns the data of a response. Throws the server's error code if the call failed. */
function given<T>({ data, error }: { data?: T; error?: Schemas['ProblemDetails'] }): T {
  if (data === undefined) throw new Error(error?.code);
  return data;
}

/** Submits an application with the document `pdf` to the server at `origin`. Returns the submitted application. */
export async function apply(origin: string, pdf: Uint8Array<ArrayBuffer>): Promise<Schemas['Application']> {
  const api = createClient<paths>({ baseUrl: origin });
  const started = await api.POST('/api/v1/apply/start');
  const { webSessionId } = given(started);
  const cookie = cookieOf(started.response);
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('x-web-session-id', webSessionId);
      request.headers.set('cookie', cookie);
    },
  });

  const created = await api.POST('/api/v1/application', {
    body: { applicationData: business, disclosures: { shareInformation: true, authority: true } },
  });
  const { id } = given(created);
  const path = { params: { path: { id } } };
  const add = async (body: Schemas['PersonnelCreate']) =>
    given(await api.POST('/api/v1/personnel', { body }));
  const applying = await add({ applicationId: id, personnelType: 'applicant', ...applicant });
  await add({ applicationId: id, personnelType: 'owner', ...owner });
  await add({ applicationId: id, personnelType: 'authorized_user', ...user });
  const { guarantorRequired } = given(await api.GET('/api/v1/application/{id}/guarantor-required', path));
  if (guarantorRequired)
    given(
      await api.PATCH('/api/v1/application/{id}', {
        ...path,
        body: { applicationData: { guarantorId: applying.id, dba: null } },
      }),
    );

  const document = new File([pdf], 'articles.pdf', { type: 'application/pdf' });
  const uploaded = await api.POST('/api/v1/document', {
    // The generated types declare a file as a string, so `bodySerializer` adds the real file.
    body: { applicationId: id, documentType: 'proof_of_entity', document: '' },
    bodySerializer: ({ applicationId, documentType }) => {
      const form = new FormData();
      form.append('applicationId', applicationId);
      form.append('documentType', documentType);
      form.append('document', document);
      return form;
    },
  });
  given(uploaded);
  for (const agreement of agreements) {
    const { version } = given(
      await api.GET('/api/v1/agreement/{agreement}', { params: { path: { agreement } } }),
    );
    given(
      await api.PUT('/api/v1/application/{id}/consent/{agreement}', {
        params: { path: { id, agreement } },
        body: { version, agreed: true },
      }),
    );
  }
  return given(await api.POST('/api/v1/application/{id}/submit', path));
}
