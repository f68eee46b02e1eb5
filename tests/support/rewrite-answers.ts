/**
 * Writes answers and consents as an earlier release may have stored them, without checking the current rules. Encrypts the
 * answers and the consent's signer with the application's data key.
 */
import { openForOperator } from '../../server/applications/act-on-application.ts';
import { consentTo } from '../../server/applications/application-record.ts';
import { newConsent } from '../../server/applications/consents.ts';
import { changedParts } from '../../server/applications/planned-change.ts';
import { updateApplication } from '../../server/applications/row-change.ts';
import { insertConsent, updatePersonnel } from '../../server/db/queries/applications.ts';
import { inTransaction } from '../../server/security/in-transaction.ts';
import { sealContent } from '../../server/security/sealed-answers.ts';
import { placeOf } from '../../server/security/sealed-columns.ts';
import type { Services } from '../../server/services.ts';

type Answers = Readonly<Record<string, unknown>>;

/** Merges answers into the stored answers of an application. */
export async function rewriteAnswers(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  applicationId: string,
  changes: {
    readonly applicationData?: Answers;
    readonly disclosures?: Answers;
    /** The changed answers, by the person's id. */
    readonly personnel?: Readonly<Record<string, Answers>>;
  },
): Promise<void> {
  const record = await openForOperator({ database, keys, applicationId, operator: 'ada' });
  const { row, key, sections } = record;
  const version = row.version + 1;
  const content = {
    answers: { ...record.answers, ...changes.applicationData },
    disclosures: { ...record.disclosures, ...changes.disclosures },
    sections,
  };
  const personnel = record.personnel.map((person) => {
    const changed = changes.personnel?.[person.id];
    if (!changed) return person;
    const answers = { ...person.answers, ...changed };
    const next = person.version + 1;
    return { ...person, version: next, ...sealContent({ answers }, key, placeOf(row, person.id), next) };
  });
  const columns = {
    version,
    ...sealContent(content, key, placeOf(row), version),
    ...changedParts({ ...record, personnel }),
  };
  await inTransaction({ database, keys }, async (context) => {
    for (const { id, version: next, sealed } of personnel)
      await updatePersonnel(context.transaction, id, next, sealed, context.now);
    await updateApplication(context, row, columns, [{ type: 'answers_changed' }]);
  });
}

/** Sets an application's status to submitted, as if another tab had submitted it. */
export async function markSubmitted(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  applicationId: string,
): Promise<void> {
  const { row } = await openForOperator({ database, keys, applicationId, operator: 'ada' });
  await inTransaction({ database, keys }, (context) =>
    updateApplication(context, row, { status: 'submitted' }, [{ type: 'submitted' }]),
  );
}

/** Records a consent again with another hash, as if the person had consented to a text other than the one shown. */
export async function rewriteConsent(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  applicationId: string,
  agreement: string,
  changes: { readonly sha256: string },
): Promise<void> {
  const record = await openForOperator({ database, keys, applicationId, operator: 'ada' });
  const given = consentTo(record, agreement);
  if (!given) throw new Error('The application does not have this consent.');
  const from = { ip: given.ip ?? '', userAgent: given.userAgent };
  await inTransaction({ database, keys }, async (context) => {
    const { id: _, ...answer } = given;
    const consent = newConsent(record, { ...answer, ...changes }, from, context.now);
    const consents = record.consents.map((one) => (one === given ? consent : one));
    await insertConsent(context.transaction, applicationId, consent);
    await updateApplication(context, record.row, changedParts({ ...record, consents }), [{ type: 'agreed' }]);
  });
}
