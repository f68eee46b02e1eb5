import { useState } from 'react';
import { percentText } from '../../form/field-types/numbers.ts';
import { type Step, stepOfPerson, urlOf } from '../../form/flow/steps.ts';
import { beneficialOwners, ownersOf, shareOf } from '../../form/people/ownership.ts';
import {
  anotherUserCanBe,
  applicantOf,
  authorizedUsersOf,
  type Person,
  personnelLimits,
} from '../../form/people/people.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { usePageState } from '../state/use-page.ts';
import { type ListedPerson, PeopleListScreen } from './people-list-screen.tsx';

const { owners: ownerWords, users: userWords } = customScreensCopy;

const nameOf = ({ answers }: Person) => String(answers['fullName']);

/**
 * Shows the owners and their shares, the question of whether there is another owner, and the confirmation that there is none (D6,
 * D17).
 */
export function OwnerListScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const owners = beneficialOwners(application);
  const applicant = applicantOf(application);
  const unlisted = applicant && !owners.includes(applicant) ? [applicant] : [];
  const ownShare = unlisted.reduce((sum, person) => sum + shareOf(application, person), 0);

  /** Returns the list's entry for a person who owns 25% or more. The applicant cannot be changed or removed here (D6). */
  function listed(person: Person): ListedPerson {
    const { occupation } = person.answers;
    const text = ownerWords.share(percentText(shareOf(application, person)));
    const detail = typeof occupation === 'string' ? occupation : undefined;
    if (person === applicant)
      return {
        person,
        name: ownerWords.you(nameOf(person)),
        detail,
        share: { before: ownerWords.youOwn, text },
      };
    const number = ownersOf(application).indexOf(person) + 1;
    const changeHref = urlOf(stepOfPerson('owner', number));
    return { person, name: nameOf(person), detail, share: { before: ownerWords.owns, text }, changeHref };
  }

  return (
    <PeopleListScreen
      step={step}
      people={owners.map(listed)}
      another="anotherOwner"
      otherwise="noOtherOwners"
    >
      <PercentMeter people={[...owners, ...unlisted]} />
      {ownShare > 0 && <p className="list-note">{ownerWords.counted(percentText(ownShare))}</p>}
    </PeopleListScreen>
  );
}

/** Shows the authorized users, and the question of whether there is another one. */
export function AuthorizedUserListScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const people = authorizedUsersOf(application).map((person, index) => ({
    person,
    name: nameOf(person),
    changeHref: urlOf(stepOfPerson('user', index + 1)),
  }));
  return (
    <PeopleListScreen step={step} people={people} another="anotherUser">
      {!anotherUserCanBe(application) && (
        <p className="list-note">{userWords.full(personnelLimits.authorized_user)}</p>
      )}
    </PeopleListScreen>
  );
}

const whole = 100_00;

/**
 * The smallest share, in hundredths of a percent, whose part of the bar has room for a name, and the most letters of such a name.
 */
const nameable = { share: 20_00, letters: 12 };

/** Shows how much of the ownership is listed, as text and as a bar. Screen readers announce the text only when it changes. */
function PercentMeter({ people }: { readonly people: readonly Person[] }) {
  const { application } = usePageState();
  const owners = people.filter((person) => shareOf(application, person) > 0);
  const listed = owners.reduce((sum, person) => sum + shareOf(application, person), 0);
  const rest = Math.max(0, whole - listed);
  const said = customScreensCopy.share(percentText(listed), percentText(rest));
  const sentence = `${said.listed} ${said.rest}`;
  const [first] = useState(sentence);
  const shownName = (person: Person) => {
    const [firstName = ''] = nameOf(person).split(' ');
    const fits = shareOf(application, person) >= nameable.share && firstName.length <= nameable.letters;
    return fits ? firstName : '';
  };
  return (
    <div className="percent-meter">
      <p className="percent-listed">
        <b>{`${said.listed} `}</b>
        <span>{said.rest}</span>
      </p>
      <span className="visually-hidden" role="status">
        {sentence === first ? '' : sentence}
      </span>
      <div className="percent-bar" translate="no" role="img" aria-label={sentence}>
        {owners.map((person) => (
          <span key={person.id} style={{ flexGrow: shareOf(application, person) }}>
            {shownName(person)}
          </span>
        ))}
        {rest > 0 && <span className="percent-rest" style={{ flexGrow: rest }} />}
      </div>
    </div>
  );
}
