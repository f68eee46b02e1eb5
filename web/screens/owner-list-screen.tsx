import { percentText } from '../../form/field-types/numbers.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { type Step, stepOfPerson, urlOf } from '../../form/flow/steps.ts';
import { beneficialOwners, ownersOf, shareOf } from '../../form/people/ownership.ts';
import { applicantOf, type Person } from '../../form/people/people.ts';
import { PercentMeter } from '../components/percent-meter.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { usePageState } from '../state/use-page.ts';
import { type Listed, PeopleListScreen } from './people-list-screen.tsx';

/** A person who owns 25% or more. An applicant among them cannot be removed here (D6). */
function listed(application: ApplicationState, person: Person): Listed {
  const name = String(person.answers['fullName']);
  const share = percentText(shareOf(application, person));
  const { occupation } = person.answers;
  const detail = typeof occupation === 'string' ? occupation : undefined;
  if (person.personnelType === 'applicant')
    return {
      id: person.id,
      name: customScreensCopy.owners.you(name),
      detail,
      share: { before: customScreensCopy.owners.youOwn, text: customScreensCopy.owners.share(share) },
    };
  const number = ownersOf(application).indexOf(person) + 1;
  return {
    id: person.id,
    name,
    detail,
    share: { before: customScreensCopy.owners.owns, text: customScreensCopy.owners.share(share) },
    changeHref: urlOf(stepOfPerson('owner', number)),
    removable: person,
  };
}

/**
 * The owners and their shares, the question whether there is another, and the confirmation that there is not (D6, D17).
 */
export function OwnerListScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const owners = beneficialOwners(application);
  const applicant = applicantOf(application);
  const isListed = applicant && owners.includes(applicant);
  const ownShare = applicant && !isListed ? shareOf(application, applicant) : 0;
  const shares = [...owners, ...(applicant && ownShare > 0 ? [applicant] : [])].map((person) => ({
    id: person.id,
    name: String(person.answers['fullName']),
    share: shareOf(application, person),
  }));
  return (
    <PeopleListScreen
      step={step}
      people={owners.map((person) => listed(application, person))}
      another="anotherOwner"
      otherwise="noOtherOwners"
    >
      <PercentMeter shares={shares.filter(({ share }) => share > 0)} />
      {ownShare > 0 && <p className="list-note">{customScreensCopy.owners.counted(percentText(ownShare))}</p>}
    </PeopleListScreen>
  );
}
