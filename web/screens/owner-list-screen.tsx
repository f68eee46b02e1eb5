import { percentText } from '../../form/kinds/numbers.ts';
import type { Place } from '../../form/places.ts';
import { placeOfPerson, urlOf } from '../../form/places.ts';
import type { Person, Situation } from '../../form/situation.ts';
import {
  anotherOwnerCanBe,
  applicantOf,
  beneficialOwners,
  noOtherOwnersIsDue,
  ownersOf,
  shareOf,
} from '../../form/situation.ts';
import { PercentMeter } from '../components/percent-meter.tsx';
import { usePageState } from '../session/use-session.ts';
import type { Listed } from './people-list-screen.tsx';
import { PeopleListScreen } from './people-list-screen.tsx';
import { screenWords } from './screen-words.ts';

/** Everyone who owns 25 % or more: the applicant, where that is one, cannot be removed here (D6). */
function listed(situation: Situation, person: Person): Listed {
  const name = String(person.answers['fullName']);
  const share = percentText(shareOf(situation, person));
  if (person.personnelType === 'applicant')
    return { id: person.id, name: screenWords.owners.you(name), detail: screenWords.owners.yourShare(share) };
  const number = ownersOf(situation).indexOf(person) + 1;
  return {
    id: person.id,
    name,
    detail: screenWords.owners.share(share),
    changeHref: urlOf(placeOfPerson('owner', number)),
    removable: person,
  };
}

/** The owners with their shares, whether there is another one, and the word that there is none (D6, D17). */
export function OwnerListScreen({ place }: { readonly place: Place }) {
  const { situation } = usePageState();
  const owners = beneficialOwners(situation);
  const applicant = applicantOf(situation);
  const isListed = applicant && owners.includes(applicant);
  const ownShare = applicant && !isListed ? shareOf(situation, applicant) : 0;
  const shares = [...owners.map((person) => shareOf(situation, person)), ownShare];
  return (
    <PeopleListScreen
      place={place}
      people={owners.map((person) => listed(situation, person))}
      another={anotherOwnerCanBe(situation) ? 'anotherOwner' : undefined}
      otherwise={noOtherOwnersIsDue(situation) ? 'noOtherOwners' : undefined}
    >
      <PercentMeter shares={shares.filter((share) => share > 0)} />
      {ownShare > 0 && <p className="list-note">{screenWords.owners.counted(percentText(ownShare))}</p>}
    </PeopleListScreen>
  );
}
