/** Whether an application needs a personal guarantor: decided on the server, by a table of the program (D16). */
import type { ApplicationAnswers } from './application.ts';
import type { OrganizationType } from './lists/organization-types.ts';

/** One line of the table: it holds where everything that it names holds. */
export interface GuarantorLine {
  readonly organizationType?: readonly OrganizationType[];
  readonly minYearsInBusiness?: number;
  /** Whole US dollars. */
  readonly minAnnualSalesAmount?: number;
  readonly required: boolean;
}

/** The first line that holds decides; where none does, or an answer it needs is missing, a guarantor is required. */
export function guarantorIsRequired(table: readonly GuarantorLine[], answers: ApplicationAnswers): boolean {
  const atLeast = (answer: number | null | undefined, min: number | undefined) =>
    min === undefined || (typeof answer === 'number' && answer >= min);
  const line = table.find(
    ({ organizationType, minYearsInBusiness, minAnnualSalesAmount }) =>
      (organizationType === undefined ||
        (answers.organizationType != null && organizationType.includes(answers.organizationType))) &&
      atLeast(answers.yearsInBusiness, minYearsInBusiness) &&
      atLeast(answers.annualSalesAmount, minAnnualSalesAmount),
  );
  return line?.required ?? true;
}
