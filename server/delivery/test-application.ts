/** For tests: an application typed and submitted over the API, with values that nothing else contains. */
import type { Application } from '../../api/application.ts';
import type { StartAnswer } from '../../api/start.ts';
import type { Api } from '../api-types.ts';

/** The business, as typed. */
export const typedBusiness = {
  businessName: 'Quokka Lawn Works LLC',
  dba: 'Quokka Lawns',
  taxId: '947318265',
  naicsCode: '561730',
  email: 'office@quokka-lawns.example',
  businessType: 'lawn',
  organizationType: 'llc',
  addressLine: '8111 Lyndale Ave S',
  addressCity: 'Bloomington',
  addressState: 'MN',
  addressPostalCode: '55420',
  yearsInBusiness: 7,
  employeeCount: 12,
  annualSalesAmount: 738_291_645,
  expectedPurchaseAmount: 24_000,
  internetGambling: false,
  internetBasedBusiness: false,
};

const home = {
  occupation: 'Landscaper',
  addressLine: '402 Juniper Hollow Rd',
  addressCity: 'Edina',
  addressState: 'MN',
  addressPostalCode: '55424',
  phoneNumber: '6125550147',
  yearsAtResidence: 6,
  housingStatus: 'own',
};

/** The applicant and another owner, as typed. */
export const typedApplicant = {
  ...home,
  fullName: 'Wilhelmina Quokkasdottir',
  ssn: '518402967',
  dateOfBirth: '1979-03-27',
  percentageOwned: 62.5,
  email: 'wilhelmina@quokka-lawns.example',
  grossAnnualIncome: 814_629_573,
  monthlyHousingPayment: 463_918_257,
};
export const typedOwner = {
  ...home,
  fullName: 'Thaddeus Wombatsson',
  ssn: '629517408',
  dateOfBirth: '1984-11-08',
  percentageOwned: 37.5,
  email: 'thaddeus@quokka-lawns.example',
};

/** Sensitive values (D41) by name: none of them may stand anywhere in the clear. */
export const canaries: Readonly<Record<string, string>> = {
  taxId: typedBusiness.taxId,
  annualSalesAmount: String(typedBusiness.annualSalesAmount),
  ssn: typedApplicant.ssn,
  dateOfBirth: typedApplicant.dateOfBirth,
  grossAnnualIncome: String(typedApplicant.grossAnnualIncome),
  monthlyHousingPayment: String(typedApplicant.monthlyHousingPayment),
  ownerSsn: typedOwner.ssn,
  ownerDateOfBirth: typedOwner.dateOfBirth,
};

export interface TypedOptions {
  readonly host?: string;
  /** Answers of the business that differ. */
  readonly business?: Readonly<Record<string, unknown>>;
  readonly applicant?: Readonly<Record<string, unknown>>;
  /** A file to upload as proof of entity. */
  readonly proof?: Blob;
}

/** What the API answered last, and the bytes of the paper as it gives them back. */
export interface SubmittedApplication {
  readonly application: Application;
  readonly proof: Buffer | undefined;
}

/** Types and submits an application. Throws where a call is refused. */
export async function submitTyped(app: Api, options: TypedOptions = {}): Promise<SubmittedApplication> {
  const { host = 'demo.localhost' } = options;
  let session: Record<string, string> = {};
  async function call(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const contentType = form ? form.headers.get('content-type') : body && 'application/json';
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { host, ...session, ...(contentType && { 'content-type': contentType }) },
      ...(body && { payload: form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body) }),
    });
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.payload}`);
    return response;
  }

  const start = await call('POST', '/apply/start');
  const { webSessionId } = start.json<StartAnswer>();
  const cookie = String(start.headers['set-cookie']).split(';')[0] ?? '';
  session = { 'x-web-session-id': webSessionId, cookie };
  const created = await call('POST', '/application', {
    applicationData: { ...typedBusiness, ...options.business },
    disclosures: { shareInformation: true, authority: true },
  });
  const { id } = created.json<Application>();
  const applicant = await call('POST', '/personnel', {
    applicationId: id,
    personnelType: 'applicant',
    ...typedApplicant,
    ...options.applicant,
  });
  await call('POST', '/personnel', { applicationId: id, personnelType: 'owner', ...typedOwner });
  await call('PATCH', `/application/${id}`, {
    applicationData: { guarantorId: applicant.json<{ id: string }>().id },
  });
  const proof = options.proof && (await upload(options.proof));
  for (const agreement of ['esign', 'terms', 'guarantor', 'controlling-party']) {
    const { version } = (await call('GET', `/agreement/${agreement}`)).json<{ version: string }>();
    await call('PUT', `/application/${id}/consent/${agreement}`, { version, agreed: true });
  }
  const submitted = await call('POST', `/application/${id}/submit`);
  return { application: submitted.json<Application>(), proof };

  async function upload(file: Blob): Promise<Buffer> {
    const form = new FormData();
    form.set('applicationId', id);
    form.set('documentType', 'proof_of_entity');
    form.set('document', file, 'articles-of-quokka.png');
    const document = (await call('POST', '/document', form)).json<{ id: string }>();
    return (await call('GET', `/document/${document.id}?session=${webSessionId}`)).rawPayload;
  }
}
