/** Decides on the server whether an application needs a personal guarantor, by a table of the program (D16). */
import type { ApplicationAnswers } from '../fields/application.ts';
import type { OrganizationType } from '../lists/organization-types.ts';

/** One line of the table: it holds where everything that it names holds. */
export interface GuarantorLine {
  readonly organizationType?: readonly OrganizationType[];
  readonly minYearsInBusiness?: number;
  /** Whole US dollars. */
  readonly minAnnualSalesAmount?: number;
  readonly required: boolean;
}

/** Whether a line holds; undefined where that depends on an answer which is missing. */
function holds(line: GuarantorLine, answers: ApplicationAnswers): boolean | undefined {
  const isAtLeast = (answer: number | null | undefined, min: number | undefined) =>
    min === undefined ? true : answer == null ? undefined : answer >= min;
  const type = answers.organizationType;
  const conditions = [
    line.organizationType === undefined
      ? true
      : type == null
        ? undefined
        : line.organizationType.includes(type),
    isAtLeast(answers.yearsInBusiness, line.minYearsInBusiness),
    isAtLeast(answers.annualSalesAmount, line.minAnnualSalesAmount),
  ];
  return conditions.includes(false) ? false : conditions.includes(undefined) ? undefined : true;
}

/** The first line that holds decides. If no line holds, or it needs an answer that is missing, a guarantor is required. */
export function guarantorIsRequired(table: readonly GuarantorLine[], answers: ApplicationAnswers): boolean {
  const line = table.find((candidate) => holds(candidate, answers) !== false);
  return line === undefined || holds(line, answers) === undefined || line.required;
}
