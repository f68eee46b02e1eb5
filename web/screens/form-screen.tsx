import type { FormEvent } from 'react';
import { useState } from 'react';
import { fill } from '../../form/catalogue.ts';
import { recordOfPerson } from '../../form/completeness.ts';
import { enteredAddresses } from '../../form/entered-addresses.ts';
import type { Place } from '../../form/places.ts';
import { askedAt, groupAt, skipAt, urlOf } from '../../form/places.ts';
import { lossBefore, saveOf } from '../../form/saves.ts';
import type { PersonnelType } from '../../form/situation.ts';
import { nextPlace, stopsAt } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorSummary } from '../components/error-summary.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { EnteredAddresses } from './entered-addresses.tsx';
import { FieldInputs } from './field-inputs.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { StopScreen } from './stop-screen.tsx';
import { useFields } from './use-fields.ts';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useGo } from './use-navigation.ts';
import { usePreload } from './use-preload.ts';
import { useSkip } from './use-skip.ts';

/** What would be lost, as it is asked about before. */
interface Loss {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes on all the same. */
  readonly confirm: string;
  readonly goOn: () => void;
}

/** The kind of person whose record a group is, where it is one. */
function personnelTypeOf(record: string): PersonnelType | undefined {
  const types = Object.keys(recordOfPerson) as PersonnelType[];
  return types.find((type) => recordOfPerson[type] === record);
}

/** Any place that asks for fields, drawn from its declaration alone. */
export function FormScreen({ place }: { readonly place: Place }) {
  const { situation } = usePageState();
  if (stopsAt(place, situation)) return <StopScreen place={place} />;
  return <FieldsScreen key={urlOf(place)} place={place} />;
}

function FieldsScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const go = useGo();
  const keepAndGo = useKeepAndGo(place);
  const skip = useSkip(place);
  usePreload(place);
  const [busy, setBusy] = useState(false);
  const [loss, setLoss] = useState<Loss | null>(null);
  const url = urlOf(place);
  const group = groupAt(place);
  const asked = askedAt(place, session.situation());
  const { person } = asked;
  const { title, ...fields } = { title: group?.title, ...useFields(asked, url, group?.title === undefined) };
  const name = String(person?.answers['fullName'] ?? '');

  async function next(): Promise<void> {
    const values = fields.take();
    if (!values || !group) return;
    if (group.record === 'questions')
      session.change((now) => ({ ...now, questions: { ...now.questions, ...values } }));
    const before = session.situation();
    const personnelType = personnelTypeOf(group.record);
    if (personnelType && !person) {
      setBusy(true);
      const added = await session.addPerson(
        personnelType,
        values,
        { url, typed: fields.typed },
        () => void next(),
      );
      setBusy(false);
      if (added) go(nextPlace(place, session.situation()));
      return;
    }
    const save = saveOf(group, values, before);
    const lost = lossBefore(before, save);
    const goOn = () => keepAndGo(save, fields.typed);
    if (lost) setLoss({ title: screenWords.review.lossTitle, text: lost, confirm: words.next, goOn });
    else goOn();
  }

  /** Asks first where a person who was begun would be discarded (D14). */
  function leaveOut(): void {
    if (!person || person.personnelType === 'applicant') {
      skip();
      return;
    }
    const { removeTitle, removeText } = screenWords.people;
    setLoss({ title: removeTitle(name), text: removeText, confirm: words.remove, goOn: skip });
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void next();
  };

  return (
    <ScreenFrame place={place} group={group?.label}>
      <ErrorSummary errors={fields.errors} attempt={fields.attempt} onFollow={focusInput} />
      {title && <PageHeading>{fill(title, { name })}</PageHeading>}
      <form noValidate onSubmit={submit} onKeyDown={goToNextOnEnter}>
        <div className="fields">
          <EnteredAddresses addresses={enteredAddresses(place, session.situation())} inputs={fields.inputs} />
          <FieldInputs inputs={fields.inputs} />
        </div>
        <BottomBar next={words.next} saving={busy} skip={skipAt(place)} onSkip={leaveOut} />
      </form>
      {loss && (
        <ConfirmDialog
          title={loss.title}
          text={loss.text}
          confirm={loss.confirm}
          onConfirm={() => {
            setLoss(null);
            loss.goOn();
          }}
          onCancel={() => setLoss(null)}
        />
      )}
    </ScreenFrame>
  );
}
