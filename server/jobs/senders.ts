/** Creates the senders of the outbox, one for each kind of job. */
import type { JWK } from 'jose';
import type { ApplicationAnswers } from '../../form/fields/application.ts';
import { NotDisarmed, openDocument } from '../applications/open-document.ts';
import { openDescription } from '../applications/sealed-parts.ts';
import type { SubmissionRecord } from '../applications/submission-record.ts';
import { describedDocument, readSubmission } from '../applications/submission-record.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { documentRows } from '../db/queries/documents.ts';
import type { OutboxJob } from '../db/queries/outbox.ts';
import type { Envelope } from '../db/tables.ts';
import { confirmationMail } from '../delivery/confirmation-mail.ts';
import { deliverySigner } from '../delivery/delivery-keys.ts';
import { demoProviderKey } from '../delivery/demo-provider-key.ts';
import { directoryDelivery } from '../delivery/directory-delivery.ts';
import { type HttpsDeliveryOptions, httpsDelivery } from '../delivery/https-delivery.ts';
import { openMailer } from '../delivery/mailer.ts';
import {
  buildDelivery,
  buildDocumentDelivery,
  type DeliveryMethods,
  methodOf,
  type ReadFile,
  sealDelivery,
  type Unwritten,
} from '../delivery/provider-delivery.ts';
import { spool, spoolFolder } from '../files/spool.ts';
import type { Program } from '../programs/programs.ts';
import { mailOfCode, mailOfLink, mailOfReplaced, type ProgramMail } from '../resume/mails.ts';
import type { Services } from '../services.ts';
import { atMost } from './at-most.ts';
import { HandOverFailed, NothingToSend, type Senders } from './outbox-worker.ts';

/** The options of https deliveries in addition to a program's settings. `readDeliverySetup` reads the secrets. */
export type SenderOptions = Partial<Pick<HttpsDeliveryOptions, 'secrets' | 'resolve' | 'timeLimits'>>;

/** Maximum number of deliveries that have documents and are encrypted at a time. Each keeps document copies in memory (S6). */
const mostSealed = 1;

/** Returns the senders for all kinds of jobs. Throws if a provider's key can't be read. */
export async function openSenders(
  services: Pick<
    Services,
    'settings' | 'programs' | 'database' | 'keys' | 'documents' | 'documentChecker' | 'agreementPrinter'
  >,
  { secrets = new Map(), resolve, timeLimits }: SenderOptions = {},
): Promise<Senders> {
  const { settings, programs, database } = services;
  const mailer = openMailer(settings);
  const methods: DeliveryMethods = {
    directory: directoryDelivery(settings.dataDir),
    https: httpsDelivery({ secrets, resolve, timeLimits }),
  };
  const keys = new Map<string, JWK>();
  for (const { provider, providerKey } of programs.all) {
    const { providerId } = provider;
    keys.set(providerId, providerKey ?? (await demoProviderKey(settings.dataDir, providerId)));
  }

  const sealing = atMost(mostSealed);
  const outgoing = { folder: spoolFolder(settings.dataDir), hasFreeSpace: database.hasFreeSpace };

  /**
   * Sends a delivery. First encrypts the whole delivery into memory or a file (`spool`), so a slow receiver doesn't delay the
   * encryption of other deliveries.
   */
  async function deliver(
    program: Program,
    job: OutboxJob,
    delivery: Unwritten,
    signal: AbortSignal,
  ): Promise<AuditEvent> {
    const { provider } = program;
    const publicKey = keys.get(provider.providerId);
    if (!publicKey) throw new Error('The provider has no public key.');
    const method = methodOf(provider);
    const signer = await deliverySigner(services);
    const seal = { publicKey, signer, signedAt: job.takeDateTime };
    const spoolSealed = () => spool(sealDelivery(delivery, readerFor(program), seal), outgoing, signal);
    const jwe = await (delivery.documents.length > 0 ? sealing(spoolSealed, signal) : spoolSealed());
    try {
      await methods[method].handOver(provider, job, jwe, signal).catch((error: unknown) => {
        throw new HandOverFailed(error);
      });
    } finally {
      await jwe.remove();
    }
    return { type: 'delivered', detail: { jobId: job.id, way: method } };
  }

  /** Returns a function that reads and decrypts a document for a program's provider. */
  function readerFor(program: Program): ReadFile {
    return async (id) => {
      try {
        const opened = await openDocument(services, id);
        if (!opened) throw new Error('A document of the delivery no longer exists.');
        const { fileName, contentType, size, sha256, originalSha256 } = opened.record;
        const facts = { fileName, contentType, size, sha256, originalSha256 };
        const original = program.deliverOriginals ? opened.original : undefined;
        return { ...facts, bytes: opened.bytes, original };
      } catch (error) {
        if (error instanceof NotDisarmed) return { content: null, withheld: error.reason };
        throw error;
      }
    };
  }

  async function submissionOf({ applicationId }: OutboxJob) {
    const submission = await readSubmission(services, applicationId);
    const program = programs.all.find(({ domainKey }) => domainKey === submission.row.domain_key);
    if (!program) throw new Error('The program of this application no longer exists.');
    return { submission, program };
  }

  /** Sends a resume email. Throws NothingToSend if `mail` is undefined, because the email is no longer needed. */
  async function sendResumeMail(
    job: OutboxJob,
    mail: ProgramMail | undefined,
    signal: AbortSignal,
  ): Promise<AuditEvent> {
    if (!mail) throw new NothingToSend();
    await send(job, mail, signal);
    return { type: 'mail_sent', detail: { jobId: job.id, kind: job.kind } };
  }

  /** Sends an email with its program's card. If the card cannot be drawn, sends the email without it. */
  async function send(job: OutboxJob, { program, ...mail }: ProgramMail, signal: AbortSignal): Promise<void> {
    const card = await services.agreementPrinter.card(program).catch(() => undefined);
    await mailer.send({ id: job.id, date: job.createDateTime, card, ...mail }, signal);
  }

  return {
    code: async (job, signal) =>
      sendResumeMail(job, await mailOfCode(services, String(job.payload['codeId'])), signal),
    link: async (job, signal) => {
      const { wayId: tokenId, isReminder } = job.payload;
      const mail = await mailOfLink(services, { tokenId: String(tokenId), isReminder: isReminder === true });
      return sendResumeMail(job, mail, signal);
    },
    replaced: async (job, signal) => {
      const { wayId: tokenId, sealed } = job.payload;
      const before = { tokenId: String(tokenId), sealed: sealed as Envelope };
      return sendResumeMail(job, await mailOfReplaced(services, job.applicationId, before), signal);
    },
    mail: async (job, signal) => {
      const { submission, program } = await submissionOf(job);
      await send(job, confirmationFor(program, submission), signal);
      return { type: 'mail_sent', detail: { jobId: job.id } };
    },
    delivery: async (job, signal) => {
      const { submission, program } = await submissionOf(job);
      return deliver(program, job, buildDelivery(job.id, submission, program), signal);
    },
    documents: async (job, signal) => {
      const { submission, program } = await submissionOf(job);
      const { documentIds } = job.payload;
      if (!Array.isArray(documentIds)) throw new Error('The delivery names no documents.');
      const rows = await documentRows(database.db, job.applicationId, documentIds.map(String));
      const { key, row } = submission;
      const documents = rows.map((document) => describedDocument(openDescription(document, key, row)));
      if (documents.length < documentIds.length)
        throw new Error('A document of the delivery no longer exists.');
      const delivery = buildDocumentDelivery(job.id, submission, program, documents);
      const event = await deliver(program, job, delivery, signal);
      return { ...event, detail: { ...event.detail, documentIds: documents.map(({ id }) => id) } };
    },
  };
}

function confirmationFor(program: Program, { row, snapshot }: SubmissionRecord): ProgramMail {
  const applicant = snapshot.personnel.find(({ personnelType }) => personnelType === 'applicant');
  const email = applicant?.['email'];
  if (typeof email !== 'string') throw new Error('The application has no email address of the applicant.');
  const { organizationType = null } = snapshot.applicationData as ApplicationAnswers;
  if (row.submitted_date_time === null) throw new Error('The application has no time of submission.');
  return {
    program,
    from: { name: program.provider.fullName, address: program.provider.mailFrom },
    to: email,
    ...confirmationMail({
      program,
      referenceNumber: row.reference_number ?? '',
      submitted: row.submitted_date_time,
      isPending: row.status === 'pending',
      organizationType,
    }),
  };
}
