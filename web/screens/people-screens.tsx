import { useEffect, useState } from 'react';
import { choiceWords, errorText } from '../../copy/sentences.ts';
import { percentText } from '../../form/field-types/numbers.ts';
import type { FieldKey } from '../../form/fields/form.ts';
import { type Step, stepOfPerson, urlOf } from '../../form/flow/steps.ts';
import { beneficialOwners, ownersOf, shareOf } from '../../form/people/ownership.ts';
import {
  anotherUserCanBe,
  applicantOf,
  authorizedUsersOf,
  type Person,
  personnelLimits,
} from '../../form/people/people.ts';
import { whereAsked } from '../../form/review/where-asked.ts';
import { fieldsAsked } from '../../form/state/asked.ts';
import { navigate } from '../browser/history-entries.ts';
import { hostName } from '../browser/host-name.ts';
import { ActionButton } from '../components/buttons/action-button.tsx';
import { ActionName } from '../components/buttons/action-name.tsx';
import { Button } from '../components/buttons/button.tsx';
import { removalWords, useConfirm } from '../components/dialogs/use-confirm.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { FieldError } from '../components/field-error.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { PageLink } from '../components/page-link.tsx';
import { Spoken } from '../components/spoken.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { Content, Elements } from '../jsx/types.ts';
import { usePageState, usePageStore, usePeople } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { useFields } from './use-fields.ts';
import { useGoNext } from './use-navigation.ts';
import { useSaveAndGo } from './use-save-and-go.ts';

const { owners: ownerWords, users: userWords } = customScreensCopy;

const nameOf = ({ answers }: Person) => String(answers['fullName']);

/** Lists the owners with their shares. Asks for another owner, or for confirmation that there is no other owner (D6, D17). */
export function OwnerListScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const owners = beneficialOwners(application);
  const applicant = applicantOf(application);
  const unlisted = applicant && !owners.includes(applicant) ? [applicant] : [];
  const ownShare = unlisted.reduce((sum, person) => sum + shareOf(application, person), 0);
  const shareAsked = applicant && whereAsked(`personnel.${applicant.id}.percentageOwned`, application);
  const ownHref = shareAsked && urlOf(shareAsked);

  /** Returns the list's entry for a person who owns 25% or more. */
  function listed(person: Person): ListedPerson {
    const { occupation } = person.answers;
    const text = ownerWords.share(percentText(shareOf(application, person)));
    const detail = typeof occupation === 'string' ? occupation : undefined;
    const name = nameOf(person);
    if (person === applicant) {
      const share = { before: ownerWords.youOwn, text };
      return { person, name: ownerWords.you(name), detail, share, changeHref: ownHref };
    }
    const changeHref = urlOf(stepOfPerson('owner', ownersOf(application).indexOf(person) + 1));
    return { person, name, detail, share: { before: ownerWords.owns, text }, changeHref };
  }

  return (
    <PeopleListScreen
      step={step}
      people={owners.map(listed)}
      another="anotherOwner"
      otherwise="noOtherOwners"
    >
      <PercentMeter people={[...owners, ...unlisted]} />
      {ownShare > 0 && (
        <p className="list-note" data-own="">
          <span>{ownerWords.counted(percentText(ownShare))}</span>
          {ownHref && <ReturningLink href={ownHref} of={ownerWords.yourShare} />}
        </p>
      )}
    </PeopleListScreen>
  );
}

/** Lists everyone who needs a card: first the applicant, who cannot be changed or removed here, then the card users. */
export function AuthorizedUserListScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const applicant = applicantOf(application);
  const you = applicant && { person: applicant, name: ownerWords.you(nameOf(applicant)) };
  const users = authorizedUsersOf(application).map((person, index) => ({
    person,
    name: nameOf(person),
    changeHref: urlOf(stepOfPerson('user', index + 1)),
  }));
  return (
    <PeopleListScreen step={step} people={you ? [you, ...users] : users} another="anotherUser">
      {!anotherUserCanBe(application) && (
        <p className="list-note">{userWords.full(personnelLimits.authorized_user)}</p>
      )}
    </PeopleListScreen>
  );
}

/** A link to an answer. The Next button on the screen of that answer returns to the list. */
function ReturningLink({ href, of }: { readonly href: string; readonly of: Content }) {
  return (
    <PageLink
      className="text-button"
      href={href}
      onFollow={() => navigate(href, { state: { returnsTo: location.pathname } })}
    >
      <ActionName action={useCopy().page.change} of={of} />
    </PageLink>
  );
}

const whole = 100_00;

/** The width of one letter of a name on the narrowest phone, in hundredths of a percent of the bar's width. */
const shareOfLetter = 3_50;

/** Shows how much of the ownership is listed, as text and as a bar. Screen readers announce the text only when it changes. */
function PercentMeter({ people }: { readonly people: readonly Person[] }) {
  const { application } = usePageState();
  const owners = people.filter((person) => shareOf(application, person) > 0);
  const listed = owners.reduce((sum, person) => sum + shareOf(application, person), 0);
  const rest = Math.max(0, whole - listed);
  const said = customScreensCopy.share(percentText(listed), percentText(rest));
  const sentence = `${said.listed} ${said.rest}`;
  const [first] = useState(sentence);
  const isUnlisted = (person: Person) => !beneficialOwners(application).includes(person);
  const shownName = (person: Person) => {
    const [firstName = ''] = nameOf(person).split(' ');
    return firstName.length * shareOfLetter <= shareOf(application, person) ? firstName : '';
  };
  return (
    <div className="percent-meter">
      <p className="percent-listed">
        <b>{`${said.listed} `}</b>
        <span>{said.rest}</span>
      </p>
      <Spoken>{sentence === first ? '' : sentence}</Spoken>
      <div className="percent-bar" translate="no" role="img" aria-label={sentence}>
        {owners.map((person) => (
          <span
            key={person.id}
            data-own={isUnlisted(person) ? '' : undefined}
            style={{ flexGrow: shareOf(application, person) }}
          >
            {shownName(person)}
          </span>
        ))}
        {rest > 0 && <span className="percent-rest" style={{ flexGrow: rest }} />}
      </div>
    </div>
  );
}

/** A person in a list. Without `changeHref`, the list offers neither Change nor Remove. The applicant has no Remove (D6). */
interface ListedPerson {
  readonly person: Person;
  readonly name: string;
  readonly detail?: string | undefined;
  /** The share that the person owns. Only screen readers read `before`. */
  readonly share?: { readonly before: string; readonly text: string };
  readonly changeHref?: string | undefined;
}

/** Lists the people of a section. Below them are the button that adds a person, and the statement that there is no one else. */
function PeopleListScreen({
  step,
  people: listed,
  another,
  otherwise,
  children,
}: {
  readonly step: Step;
  readonly people: readonly ListedPerson[];
  /** The question of whether there is another person. The button that adds a person answers Yes, and Next answers No. */
  readonly another: FieldKey<'questions'>;
  /** The statement that the applicant must confirm if no one else is added. Shown only if the application needs it. */
  readonly otherwise?: FieldKey<'disclosures'>;
  readonly children?: Elements;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const people = usePeople();
  const goNext = useGoNext(step);
  const { busy, during, saveAndGo } = useSaveAndGo(step);
  const [confirmDialog, confirm] = useConfirm();
  // Each removal sets a new object. Otherwise, the second of two removed people with the same name would not be announced.
  const [removed, setRemoved] = useState({ text: '' });
  const isAnotherAsked =
    fieldsAsked({ record: 'questions', keys: [another] }, store.application()).length > 0;
  const adding = choiceWords(copy, 'questions', another, false);
  const url = urlOf(step);
  const confirmation = useFields({ record: 'disclosures', keys: otherwise ? [otherwise] : [] }, url, false);

  useEffect(() => {
    if (removed.text) document.querySelector<HTMLElement>('h1')?.focus();
  }, [removed]);

  // When the applicant leaves this screen, uncheck a checkbox that was not saved. By the time the screen appears again, the list
  // may have changed, so the applicant must confirm again.
  const { dispatch } = store;
  useEffect(() => () => dispatch({ type: 'answerTyped', url, typed: {} }), [dispatch, url]);

  const answerAnother = (adds: boolean) =>
    isAnotherAsked && store.dispatch({ type: 'questionsAnswered', answers: { [another]: adds } });

  function add(): void {
    if (busy) return;
    answerAnother(true);
    goNext();
  }

  function next(): void {
    const disclosures = confirmation.validValues();
    if (!disclosures) return;
    answerAnother(false);
    void saveAndGo(confirmation.inputs.length > 0 ? { disclosures } : {});
  }

  async function remove({ person, name }: ListedPerson): Promise<void> {
    const isRemoved = await during(people.remove(person, () => void remove({ person, name })));
    if (isRemoved) setRemoved({ text: customScreensCopy.removed(name) });
  }

  function askToRemove(person: ListedPerson): void {
    if (busy) return;
    confirm({ ...removalWords(words, person.name), onConfirm: () => void remove(person) });
  }

  return (
    <>
      <ScreenForm title={copy.screens[step.screen].title} status={removed.text} onNext={next} saving={busy}>
        <div className="fields">
          {children}
          <ul className="people">
            {listed.map((person) => (
              <PersonCard key={person.person.id} listed={person} onRemove={() => askToRemove(person)} />
            ))}
          </ul>
          {isAnotherAsked && (
            <>
              <Button className="add-row" onPress={add}>
                <ExtraIcon name="plus" />
                <span>{adding.yes}</span>
              </Button>
              {adding.before.map((text) => (
                <p className="list-note" key={text}>
                  {text}
                </p>
              ))}
            </>
          )}
          <FieldInputs inputs={confirmation.inputs} />
          <FinishLaterButton />
        </div>
      </ScreenForm>
      {confirmDialog}
    </>
  );
}

function PersonCard({
  listed: { person, name, detail, share, changeHref },
  onRemove,
}: {
  readonly listed: ListedPerson;
  readonly onRemove: () => void;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const { application, notRemoved } = usePageState();
  const failedStatus = notRemoved[person.id];
  const shownName = <bdi translate="no">{name}</bdi>;
  return (
    <li className="person-card">
      <div className="person-about">
        <div>
          <h2>{shownName}</h2>
          {detail && <p translate="no">{detail}</p>}
        </div>
        {share && (
          <p className="person-share">
            <span className="visually-hidden">{`${share.before} `}</span>
            <span>{share.text}</span>
          </p>
        )}
      </div>
      {failedStatus !== undefined && (
        <FieldError
          fix={customScreensCopy.notRemoved(name)}
          message={errorText(copy, 'personnelRemove', failedStatus, hostName())}
        />
      )}
      {changeHref && (
        <div className="person-actions">
          {person === applicantOf(application) ? (
            <ReturningLink href={changeHref} of={shownName} />
          ) : (
            <>
              <PageLink className="text-button" href={changeHref}>
                <ActionName action={words.change} of={shownName} />
              </PageLink>
              <ActionButton action={words.remove} name={name} onPress={onRemove} />
            </>
          )}
        </div>
      )}
    </li>
  );
}
