/** Writes the applicant's confirmation email. It contains no person's name and no answers (D26, D34). All functions are pure. */
import { stepsAfter, stepsWithoutDocument } from '../../copy/after-submission.ts';
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { Program } from '../programs/programs.ts';
import { promisedSteps } from '../programs/shown-settings.ts';
import { type Block, type MailContent, type MailProgram, reachOf, writeMail } from './mail-layout.ts';

export interface Confirmation {
  readonly program: MailProgram & Pick<Program, 'merchant' | 'afterSubmission'>;
  readonly referenceNumber: string;
  /** When the application was submitted. The days of the program's steps are counted from this time. */
  readonly submitted: Date;
  /** Whether the application still lacks a proof of entity (D26). */
  readonly isPending: boolean;
  /** The organization type, on which the accepted documents depend (D29). */
  readonly organizationType: OrganizationType | null;
}

/** Returns the confirmation email, which never says that the application is approved. */
export function confirmationMail(confirmation: Confirmation): MailContent {
  const { program, referenceNumber, isPending } = confirmation;
  const { mail } = program.copy;
  const reference: Block = { label: mail.referenceLabel, value: referenceNumber };
  return writeMail(program, {
    ...(isPending
      ? {
          subject: mail.subjectMissing(program.name, referenceNumber),
          preview: mail.previewMissing,
          title: mail.titleMissing,
        }
      : { subject: mail.subject(program.name, referenceNumber), preview: mail.preview, title: mail.title }),
    blocks: [
      ...(isPending
        ? [...proofIsMissing(confirmation), reference]
        : [{ paragraph: `${mail.appliedFor(program.name)} ${mail.notApproval}` }, reference]),
      { heading: mail.nextTitle },
      ...whatHappensNext(confirmation),
      ...(isPending ? [{ paragraph: mail.notApproval }] : []),
    ],
    notYou: mail.notYou(reachOf(program)),
    questions: mail.haveNumber,
  });
}

/** Returns the program's steps, or general sentences if it has no steps. Omits dates while the proof of entity is missing. */
function whatHappensNext({ program, submitted, isPending }: Confirmation): readonly Block[] {
  const { mail, language } = program.copy;
  const provider = program.provider.fullName;
  const promised = promisedSteps(program);
  const steps = isPending
    ? stepsWithoutDocument(promised, mail)
    : stepsAfter(submitted.toISOString(), promised, mail, language);
  if (steps.length > 0) return [{ steps }];
  const checks = isPending ? mail.checksAnswersAndDocument(provider) : mail.checksAnswers(provider);
  return [{ list: [checks, mail.mayAsk, mail.decides] }];
}

function proofIsMissing({ program, organizationType }: Confirmation): readonly Block[] {
  const { mail, acceptedDocuments: names } = program.copy;
  const { name, helpText } = program.merchant ?? { name: mail.localMerchant, helpText: '' };
  const documents = organizationType === null ? [] : acceptedDocuments[organizationType];
  return [
    {
      paragraph: [
        mail.appliedFor(program.name),
        mail.showBusiness,
        ...(documents.length > 0 ? [mail.oneOfThese] : []),
      ].join(' '),
    },
    ...(documents.length > 0 ? [{ list: documents.map((document) => names[document]) }] : []),
    { paragraph: `${mail.takeCopy(name)} ${helpText}`.trim() },
    { paragraph: mail.notByEmail },
  ];
}
