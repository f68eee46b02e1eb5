/** Writes the confirmation mail to the applicant, which names no person and contains no answers (D26, D34). Pure. */
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { Program } from '../programs/programs.ts';
import { type Block, endOfSentence, type MailContent, writeMail } from './mail-layout.ts';

export interface Confirmation {
  readonly program: Pick<Program, 'name' | 'provider' | 'merchant' | 'theme' | 'copy'>;
  readonly referenceNumber: string;
  /** Whether the application still lacks a proof of entity (D26). */
  readonly isPending: boolean;
  /** The organization type, on which the accepted documents depend (D29). */
  readonly organizationType: OrganizationType | null;
}

/** Returns the confirmation mail, which never says that the application is approved. */
export function confirmationMail(confirmation: Confirmation): MailContent {
  const { program, referenceNumber, isPending } = confirmation;
  const { mail } = program.copy;
  const provider = program.provider.fullName;
  const blocks: readonly Block[] = [
    { heading: mail.title },
    { paragraph: mail.appliedFor(program.name) },
    { label: mail.referenceLabel, value: referenceNumber },
    { paragraph: mail.keepNumber },
    ...(isPending ? proofIsMissing(confirmation) : []),
    { heading: mail.nextTitle },
    {
      list: [
        isPending ? mail.checksAnswersAndDocument(provider) : mail.checksAnswers(provider),
        mail.mayAsk,
        mail.decides,
      ],
    },
    { heading: mail.safeTitle },
    { paragraph: mail.neverAsked },
    { paragraph: mail.notYou(endOfSentence(provider)) },
  ];
  return writeMail(program, mail.subject(program.name, referenceNumber), blocks);
}

function proofIsMissing({ program, organizationType }: Confirmation): readonly Block[] {
  const { mail, acceptedDocuments: names } = program.copy;
  const { name, helpText } = program.merchant ?? { name: mail.localMerchant, helpText: '' };
  const documents = organizationType === null ? [] : acceptedDocuments[organizationType];
  return [
    { heading: mail.missingTitle },
    { paragraph: `${mail.showBusiness} ${documents.length > 0 ? mail.oneOfThese : ''}`.trim() },
    ...(documents.length > 0 ? [{ list: documents.map((document) => names[document]) }] : []),
    { paragraph: `${mail.takeCopy(name)} ${helpText}`.trim() },
    { paragraph: mail.notByEmail },
  ];
}
