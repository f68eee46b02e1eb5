/** What a change of answers is checked for, and what else it changes (D11, D17, D31, D45). */
import type { Fields } from './field.ts';
import type { Problem } from './judge.ts';
import { judgeAnswer, judgeFields, readWire, touchedBy } from './judge.ts';
import type { JudgedValue, RuleContext } from './rules/rule.ts';
import type { AgreementKey, Situation } from './situation.ts';
import { applicantOf, askedOf, beneficialOwners, shareOf } from './situation.ts';

/** Answers as they came as JSON, read: each is an answer, null for a cleared field, or unreadable. */
export type ReadAnswers = Readonly<Record<string, JudgedValue | null>>;

/** Reads the sent fields of a record; a key that is no field must have been refused before. */
export function readAnswers(fields: Fields, sent: Readonly<Record<string, unknown>>): ReadAnswers {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, json]) => {
      const field = fields[key];
      return field ? [[key, readWire(field, json)]] : [];
    }),
  );
}

/**
 * Judges a partial save: the fields that were sent, and those whose rules look at a sent one, on the merged record.
 * A missing answer is no error before submit (D12, D45).
 */
export function changeProblems(
  fields: Fields,
  sent: ReadAnswers,
  context: RuleContext,
  situation: Pick<Situation, 'applicationData'>,
): Problem[] {
  const keys = Object.keys(sent);
  const own = keys.flatMap((key) => {
    const field = fields[key];
    return (field && judgeAnswer(field, key, sent[key] ?? null, context, { mayBeMissing: true })) ?? [];
  });
  const touched = touchedBy(fields, keys).filter((key) => !keys.includes(key));
  return [...own, ...judgeFields(fields, touched, context, askedOf(situation), { mayBeMissing: true })];
}

/** Who is certified as owner with which share, and who certifies: what the controlling party agrees to (D30). */
export interface Certification {
  readonly owners: readonly { readonly name: string; readonly percent: number }[];
  readonly certifier: { readonly name: string; readonly title: string };
}

/** The certification as the application stands. */
export function certificationOf(situation: Pick<Situation, 'applicationData' | 'personnel'>): Certification {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const applicant = applicantOf(situation);
  return {
    owners: beneficialOwners(situation).map((person) => ({
      name: text(person.answers['fullName']),
      percent: shareOf(situation, person) / 100,
    })),
    certifier: { name: text(applicant?.answers['fullName']), title: text(applicant?.answers['occupation']) },
  };
}

/** The agreements whose consent a change makes void: what was agreed to is no longer what stands there (D31). */
export function voidedAgreements(
  before: Pick<Situation, 'applicationData' | 'personnel'>,
  after: Pick<Situation, 'applicationData' | 'personnel'>,
): readonly AgreementKey[] {
  const guarantorOf = ({ applicationData }: typeof before) => applicationData.guarantorId ?? null;
  const certified = (situation: typeof before) => JSON.stringify(certificationOf(situation));
  return [
    ...(guarantorOf(before) === guarantorOf(after) ? [] : (['guarantor'] as const)),
    ...(certified(before) === certified(after) ? [] : (['controlling-party'] as const)),
  ];
}
