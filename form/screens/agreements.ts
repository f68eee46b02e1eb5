/** Declares the screens of the agreements, in the order in which the agreements are signed (D10). */
import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import { agreementsDue } from '../state/consents.ts';
import type { Screen } from './screen.ts';

function screenFor<K extends AgreementKey>(agreement: K) {
  return {
    key: `agreement-${agreement}`,
    route: `/apply/agreement/${agreement}`,
    groups: [],
    when: (state: ApplicationState) => agreementsDue(state).includes(agreement),
    agreement,
    satisfied: ({ agreed }: ApplicationState) => agreed[agreement],
  } as const satisfies Screen;
}

export const agreementScreens = [
  screenFor('esign'),
  screenFor('terms'),
  screenFor('guarantor'),
  screenFor('controlling-party'),
] as const;
