import { todayAt } from '../field-types/date.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { unclaimedShare } from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import type { RuleContext } from '../rules/rule.ts';

/** Returns the context for checking a record's answers. `person` is undefined for the business and before a person is entered. */
export function ruleContext(
  state: ApplicationState,
  record: Readonly<Record<string, unknown>>,
  person?: Pick<Person, 'id' | 'personnelType'>,
): RuleContext {
  const sharesNumberWith = state.personnel.filter(
    (other) =>
      other.id !== person?.id &&
      other.personnelType !== 'authorized_user' &&
      person?.personnelType !== 'authorized_user',
  );
  return {
    today: todayAt(state.now),
    record,
    unclaimedShare: unclaimedShare(state, person?.id),
    otherSsns: sharesNumberWith.flatMap(({ answers }) =>
      typeof answers['ssn'] === 'string' ? answers['ssn'] : [],
    ),
    isIndustry: state.isIndustry,
    guarantorRequired: state.guarantorRequired,
  };
}
