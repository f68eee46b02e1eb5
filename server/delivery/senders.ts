/** What each kind of job in the outbox sends, and how: the one place that lists it. */
import type { ApplicationAnswers } from '../../form/application.ts';
import type { SubmissionRecord } from '../applications/submission-record.ts';
import { readSubmission } from '../applications/submission-record.ts';
import type { Program } from '../programs.ts';
import type { Services } from '../services.ts';
import { documentContent } from '../store/documents.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { directoryDelivery } from './directory-delivery.ts';
import type { Mail } from './mailer.ts';
import { openMailer } from './mailer.ts';
import type { Senders } from './outbox-worker.ts';
import type { DeliveryWays } from './provider-delivery.ts';
import { buildDelivery, encryptDelivery, wayOf } from './provider-delivery.ts';

/** Makes everything ready that sending needs. Throws where a provider cannot be delivered to. */
export async function openSenders(
  services: Pick<Services, 'settings' | 'programs' | 'database' | 'keyRing'>,
): Promise<Senders> {
  const { settings, programs, database } = services;
  const mailer = openMailer(settings);
  const ways: DeliveryWays = { directory: directoryDelivery(settings.dataDir) };
  for (const { provider } of programs.all) await ways[wayOf(provider)].prepare(provider);

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
      const way = wayOf(program.provider);
      const delivery = await buildDelivery(job.id, submission, program, (id) =>
        documentContent(database.db, id),
      );
      const jwe = await encryptDelivery(delivery, await ways[way].publicKeyOf(program.provider));
      await ways[way].handOver(program.provider, job.id, jwe, signal);
      return { type: 'delivered', detail: { jobId: job.id, way } };
    },
  };
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
