import { todayAt } from '../field-types/date.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { unclaimedShare } from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import type { RuleContext } from '../rules/rule.ts';

type Compared = Pick<Person, 'id' | 'personnelType' | 'earlier'>;

/**
 * Returns whether a person's Social Security number must differ from other people's numbers. An authorized user's number
 * isn't compared, because this person can also be an owner (D2). A number from an earlier session isn't compared, because guesses
 * could then reveal it (D55).
 */
const isCompared = ({ personnelType, earlier }: Compared) =>
  personnelType !== 'authorized_user' && earlier?.['ssn'] === undefined;

/** Returns the context for checking a record's answers. `person` is undefined for the business and before a person is entered. */
export function ruleContext(
  state: ApplicationState,
  record: Readonly<Record<string, unknown>>,
  person?: Compared,
): RuleContext {
  const others = state.personnel.filter((other) => other.id !== person?.id && isCompared(other));
  return {
    today: todayAt(state.now),
    record,
    unclaimedShare: unclaimedShare(state, person?.id),
    otherSsns:
      person && !isCompared(person)
        ? []
        : others.flatMap(({ answers }) => (typeof answers['ssn'] === 'string' ? answers['ssn'] : [])),
    isIndustry: state.isIndustry,
    guarantorRequired: state.guarantorRequired,
  };
}
