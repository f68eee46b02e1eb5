/** What each kind of job in the outbox sends, and how: the one place that lists it. */

import type { JWK } from 'jose';
import type { ApplicationAnswers } from '../../form/application.ts';
import type { SubmissionRecord } from '../applications/submission-record.ts';
import { readSubmission } from '../applications/submission-record.ts';
import type { Program } from '../programs.ts';
import type { Services } from '../services.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import { documentContent, documentsOf } from '../store/documents.ts';
import type { OutboxJob } from '../store/outbox.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { demoProviderKey } from './demo-provider-key.ts';
import { directoryDelivery } from './directory-delivery.ts';
import type { HttpsDeliveryOptions } from './https-delivery.ts';
import { httpsDelivery } from './https-delivery.ts';
import type { Mail } from './mailer.ts';
import { openMailer } from './mailer.ts';
import type { Senders } from './outbox-worker.ts';
import type { Delivery, DeliveryWays, DocumentDelivery } from './provider-delivery.ts';
import { buildDelivery, buildDocumentDelivery, encryptDelivery, wayOf } from './provider-delivery.ts';

/** What deliveries over https need beside the program's own settings (`readDeliverySetup`). */
export type SenderOptions = Partial<Pick<HttpsDeliveryOptions, 'secrets' | 'resolve' | 'patience'>>;

/** Makes everything ready that sending needs. Throws where a provider cannot be delivered to. */
export async function openSenders(
  services: Pick<Services, 'settings' | 'programs' | 'database' | 'keyRing' | 'now'>,
  { secrets = new Map(), resolve, patience }: SenderOptions = {},
): Promise<Senders> {
  const { settings, programs, database, now } = services;
  const mailer = openMailer(settings);
  const ways: DeliveryWays = {
    directory: directoryDelivery(settings.dataDir),
    https: httpsDelivery({ secrets, now, resolve, patience }),
  };
  const keys = new Map<string, JWK>();
  for (const { provider, providerKey } of programs.all) {
    const { providerId } = provider;
    keys.set(providerId, providerKey ?? (await demoProviderKey(settings.dataDir, providerId)));
  }
  const readContent = (id: string) => documentContent(database.db, id);

  async function deliver(
    { provider }: Program,
    job: OutboxJob,
    delivery: Delivery | DocumentDelivery,
    signal: AbortSignal,
  ): Promise<AuditEvent> {
    const key = keys.get(provider.providerId);
    if (!key) throw new Error('There is no public key of the provider.');
    const way = wayOf(provider);
    await ways[way].handOver(provider, job.id, await encryptDelivery(delivery, key), signal);
    return { type: 'delivered', detail: { jobId: job.id, way } };
  }

  return {
    mail: async (job, signal) => {
      const submission = await readSubmission(services, job.applicationId);
      const program = programOf(services, submission);
      await mailer.send(
        { id: job.id, date: job.createDateTime, ...confirmationFor(program, submission) },
        signal,
      );
      return { type: 'mail_sent', detail: { jobId: job.id } };
    },
    delivery: async (job, signal) => {
      const submission = await readSubmission(services, job.applicationId);
      const program = programOf(services, submission);
      const delivery = await buildDelivery(job.id, submission, program, readContent);
      return deliver(program, job, delivery, signal);
    },
    documents: async (job, signal) => {
      const submission = await readSubmission(services, job.applicationId);
      const program = programOf(services, submission);
      const documents = await documentsOf(database.db, job.applicationId, documentIdsOf(job));
      const delivery = await buildDocumentDelivery(job.id, submission, program, documents, readContent);
      const event = await deliver(program, job, delivery, signal);
      return { ...event, detail: { ...event.detail, documentIds: documents.map(({ id }) => id) } };
    },
  };
}

/** The papers that `enqueueDocumentDelivery` named. */
function documentIdsOf({ payload }: OutboxJob): readonly string[] {
  const { documentIds } = payload;
  if (!Array.isArray(documentIds)) throw new Error('The delivery names no documents.');
  return documentIds.map(String);
}

function programOf({ programs }: Pick<Services, 'programs'>, { row }: SubmissionRecord): Program {
  const program = programs.all.find(({ domainKey }) => domainKey === row.domain_key);
  if (!program) throw new Error('The program of this application is no longer there.');
  return program;
}

/** The confirmation to the applicant's own address, from the provider. */
function confirmationFor(program: Program, { row, snapshot }: SubmissionRecord): Omit<Mail, 'id' | 'date'> {
  const applicant = snapshot.personnel.find(({ personnelType }) => personnelType === 'applicant');
  const email = applicant?.['email'];
  if (typeof email !== 'string') throw new Error('The application holds no address of the applicant.');
  const { organizationType = null } = snapshot.applicationData as ApplicationAnswers;
  return {
    from: { name: program.provider.fullName, address: program.provider.mailFrom },
    to: email,
    ...confirmationMail({
      program,
      referenceNumber: row.reference_number ?? '',
      isPending: row.status === 'pending',
      organizationType,
    }),
  };
}
