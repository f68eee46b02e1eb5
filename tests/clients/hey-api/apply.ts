/**
 * Applies with the client that @hey-api/openapi-ts generates: sends the answers of `answers.ts`, a document and the consents, and
 * submits.
 */
import { agreements, applicant, business, cookieOf, owner, user } from '../answers.js';
import { client } from './generated/client.gen.js';
import type { Application } from './generated/index.js';
import {
  addPersonnel,
  changeApplication,
  createApplication,
  getAgreement,
  getGuarantorRequired,
  giveConsent,
  startApplication,
  submitApplication,
  uploadDocument,
} from './generated/index.js';

const throwOnError = true;

/** Submits an application with the document `pdf` to the server at `origin`. Returns the submitted application. */
export async function apply(origin: string, pdf: Uint8Array<ArrayBuffer>): Promise<Application> {
  client.setConfig({ baseUrl: origin });
  const started = await startApplication({ throwOnError });
  client.setConfig({
    auth: () => started.data.webSessionId,
    headers: { cookie: cookieOf(started.response) },
  });

  const created = await createApplication({
    body: { applicationData: business, disclosures: { shareInformation: true, authority: true } },
    throwOnError,
  });
  const { id } = created.data;
  const applying = await addPersonnel({
    body: { applicationId: id, personnelType: 'applicant', ...applicant },
    throwOnError,
  });
  await addPersonnel({ body: { applicationId: id, personnelType: 'owner', ...owner }, throwOnError });
  await addPersonnel({
    body: { applicationId: id, personnelType: 'authorized_user', ...user },
    throwOnError,
  });
  const { guarantorRequired } = (await getGuarantorRequired({ path: { id }, throwOnError })).data;
  if (guarantorRequired)
    await changeApplication({
      path: { id },
      body: { applicationData: { guarantorId: applying.data.id, dba: null } },
      throwOnError,
    });

  const document = new File([pdf], 'articles.pdf', { type: 'application/pdf' });
  await uploadDocument({
    body: { applicationId: id, documentType: 'proof_of_entity', document },
    throwOnError,
  });
  for (const agreement of agreements) {
    const { version } = (await getAgreement({ path: { agreement }, throwOnError })).data;
    await giveConsent({ path: { id, agreement }, body: { version, agreed: true }, throwOnError });
  }
  return (await submitApplication({ path: { id }, throwOnError })).data;
}
