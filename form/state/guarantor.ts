/** Determines on the server, from a program's table, whether an application needs a guarantor (D16). */
import type { ApplicationAnswers } from '../fields/application.ts';
import type { OrganizationType } from '../lists/organization-types.ts';

/** A line of the table. The line applies if all of its conditions are met. */
export interface GuarantorLine {
  readonly organizationType?: readonly OrganizationType[];
  readonly minYearsInBusiness?: number;
  /** The minimum in whole US dollars. */
  readonly minAnnualSalesAmount?: number;
  readonly required: boolean;
}

/** Returns whether a line applies, or undefined if that depends on a missing answer. */
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

/** Returns what the first line that applies says, or true if that depends on a missing answer, or if no line applies. */
export function guarantorIsRequired(table: readonly GuarantorLine[], answers: ApplicationAnswers): boolean {
  const line = table.find((candidate) => applies(candidate, answers) !== false);
  return line === undefined || applies(line, answers) === undefined || line.required;
}
