import { type Step, stepOfPerson, urlOf } from '../../form/flow/steps.ts';
import { anotherUserCanBe, authorizedUsersOf, personnelLimits } from '../../form/people/people.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { usePageState } from '../state/use-page.ts';
import { PeopleListScreen } from './people-list-screen.tsx';

/** The authorized users, and the question whether there is another one. */
export function AuthorizedUserListScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const more = anotherUserCanBe(application);
  return (
    <PeopleListScreen
      step={step}
      people={authorizedUsersOf(application).map((person, index) => ({
        id: person.id,
        name: String(person.answers['fullName']),
        changeHref: urlOf(stepOfPerson('user', index + 1)),
        removable: person,
      }))}
      another="anotherUser"
    >
      {!more && <p className="list-note">{customScreensCopy.users.full(personnelLimits.authorized_user)}</p>}
    </PeopleListScreen>
  );
}
