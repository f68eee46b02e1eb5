/** Writes the confirmation to the applicant (D26, D34). Pure. It names no person and contains no answer. */
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { Program } from '../programs/programs.ts';
import { type Block, endOfSentence, type MailContent, writeMail } from './mail-layout.ts';

export interface Confirmation {
  readonly program: Pick<Program, 'name' | 'provider' | 'merchant' | 'theme' | 'copy'>;
  readonly referenceNumber: string;
  /** Whether proof of entity is still missing (D26). */
  readonly isPending: boolean;
  /** Decides which documents count as proof (D29). */
  readonly organizationType: OrganizationType | null;
}

/** Returns the confirmation, which never claims an approval. */
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
