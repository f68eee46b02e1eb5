/** Returns the parts of a program's settings that applicants read, in their language. The page and the emails use them. */
import type { PromisedStep } from '../../copy/after-submission.ts';
import { e164Number } from './program-settings.ts';
import type { Program } from './programs.ts';

/** Returns a program's phone number, as shown and as dialed, and its hours of service. Returns null if there is no number. */
export function shownPhone({ phone, copy }: Pick<Program, 'phone' | 'copy'>) {
  if (!phone) return null;
  const { number, hours } = phone;
  return { number, dialled: e164Number(number) ?? number, hours: hours[copy.language] };
}

/** Returns the steps after submission that a program promises, in order. */
export function promisedSteps({
  afterSubmission = [],
  copy,
}: Pick<Program, 'afterSubmission' | 'copy'>): readonly PromisedStep[] {
  return afterSubmission.map(({ title, text, withinBusinessDays, withinDays }) => {
    const days = withinBusinessDays ?? withinDays;
    return {
      title: title[copy.language],
      text: text?.[copy.language] ?? null,
      within: days === undefined ? null : { days, business: withinBusinessDays !== undefined },
    };
  });
}
