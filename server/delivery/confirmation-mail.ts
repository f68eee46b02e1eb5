/** The confirmation to the applicant (D26, D34), made of its words: pure. It names no person and holds no answer. */
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { Program } from '../programs/programs.ts';
import { type Block, endOfSentence, type MailContent, writeMail } from './mail-layout.ts';

export interface Confirmation {
  readonly program: Pick<Program, 'name' | 'provider' | 'merchant' | 'theme' | 'copy'>;
  readonly referenceNumber: string;
  /** Proof of entity is still to come (D26). */
  readonly isPending: boolean;
  /** Decides which documents count as proof (D29). */
  readonly organizationType: OrganizationType | null;
}

/** Writes the confirmation. It claims no approval. */
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
