import type { Place } from '../../form/places.ts';
import { placeOfPerson, urlOf } from '../../form/places.ts';
import { anotherUserCanBe, authorizedUsersOf, personnelLimits } from '../../form/situation.ts';
import { usePageState } from '../session/use-session.ts';
import { PeopleListScreen } from './people-list-screen.tsx';
import { screenWords } from './screen-words.ts';

/** The card users, and whether there is another one. */
export function AuthorizedUserListScreen({ place }: { readonly place: Place }) {
  const { situation } = usePageState();
  const more = anotherUserCanBe(situation);
  return (
    <PeopleListScreen
      place={place}
      people={authorizedUsersOf(situation).map((person, index) => ({
        id: person.id,
        name: String(person.answers['fullName']),
        changeHref: urlOf(placeOfPerson('user', index + 1)),
        removable: person,
      }))}
      another={more ? 'anotherUser' : undefined}
    >
      {!more && <p className="list-note">{screenWords.users.full(personnelLimits.authorized_user)}</p>}
    </PeopleListScreen>
  );
}
