import type { Field } from '../../form/field.ts';
import { judgeAnswer, readerOf, readTyped } from '../../form/judge.ts';
import { isUnreadable } from '../../form/kinds/kind.ts';
import type { RuleContext } from '../../form/rules/rule.ts';

/** The answer by itself: nothing beside it that it could contradict. */
const alone: RuleContext = {
  today: '9999-12-31',
  record: {},
  unclaimedShare: 100_00,
  otherSsns: [],
  isIndustry: () => true,
  guarantorRequired: false,
};

/**
 * What an input shows once the person has left it: the answer as form/ writes it (`12-3456789`, `1,250,000`), or
 * what was typed where that is no answer.
 */
export function tidyTyped(field: Field, typed: string): string {
  const answer = readTyped(field, typed);
  if (answer === null || isUnreadable(answer) || judgeAnswer(field, '', answer, alone)) return typed;
  return readerOf(field).toText(answer);
}
