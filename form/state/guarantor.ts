/** The rule by which a program's table decides on the server whether an application needs a guarantor (D16). */
import type { ApplicationAnswers } from '../fields/application.ts';
import type { OrganizationType } from '../lists/organization-types.ts';

/** One line of the table, which applies if all its conditions hold. */
export interface GuarantorLine {
  readonly organizationType?: readonly OrganizationType[];
  readonly minYearsInBusiness?: number;
  /** Whole US dollars. */
  readonly minAnnualSalesAmount?: number;
  readonly required: boolean;
}

/** True if a line applies; undefined if that depends on a missing answer. */
function applies(line: GuarantorLine, answers: ApplicationAnswers): boolean | undefined {
  const isAtLeast = (answer: number | null | undefined, min: number | undefined) =>
    min === undefined || (answer == null ? undefined : answer >= min);
  const { organizationType: type } = answers;
  const types = line.organizationType;
  const conditions = [
    types === undefined || (type == null ? undefined : types.includes(type)),
    isAtLeast(answers.yearsInBusiness, line.minYearsInBusiness),
    isAtLeast(answers.annualSalesAmount, line.minAnnualSalesAmount),
  ];
  return conditions.includes(false) ? false : conditions.includes(undefined) ? undefined : true;
}

/** True if the first line that applies says so, if it depends on a missing answer, or if no line applies. */
export function guarantorIsRequired(table: readonly GuarantorLine[], answers: ApplicationAnswers): boolean {
  const line = table.find((candidate) => applies(candidate, answers) !== false);
  return line === undefined || applies(line, answers) === undefined || line.required;
}
