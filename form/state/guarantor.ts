/** Determines whether an application needs a guarantor, from the table of its program (D16). Only the server uses this file. */
import type { ApplicationAnswers } from '../fields/application.ts';
import type { OrganizationType } from '../lists/organization-types.ts';

/** A line of a program's guarantor table. A line applies if all its conditions are met. */
export interface GuarantorLine {
  readonly organizationType?: readonly OrganizationType[];
  readonly minYearsInBusiness?: number;
  /** The minimum annual sales in whole US dollars. */
  readonly minAnnualSalesAmount?: number;
  readonly required: boolean;
}

/** Returns whether a line of the table applies, or undefined if that depends on a missing answer. */
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

/**
 * Returns whether the first line that applies requires a guarantor. Also returns true if no line applies, or if a needed answer
 * is missing.
 */
export function guarantorIsRequired(table: readonly GuarantorLine[], answers: ApplicationAnswers): boolean {
  const line = table.find((candidate) => applies(candidate, answers) !== false);
  return line === undefined || applies(line, answers) === undefined || line.required;
}
