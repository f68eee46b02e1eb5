import { useLocation } from 'wouter';
import { sectionKeys } from '../../../form/fields/application-state.ts';
import { firstStepOf } from '../../../form/flow/navigation.ts';
import { progressAt } from '../../../form/flow/progress.ts';
import { urlOf } from '../../../form/flow/steps.ts';
import { continueAt } from '../../browser/history-entries.ts';
import { useConfirm } from '../../components/dialogs/use-confirm.tsx';
import { GroupLine, PageHeading } from '../../components/frame/page-heading.tsx';
import { ActionBar } from '../../components/frame/single-page.tsx';
import { Icon } from '../../components/icon.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { customScreens } from '../../lazy/parts.ts';
import { usePageState } from '../../state/use-page.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';
import { stepToResumeAt } from './step-to-resume-at.ts';

const words = resumeCopy.kept;

/**
 * Summarizes the stored data of a resumed draft. Shown before any question, because another person may have planted the draft
 * (D55).
 */
export function KeptSummary() {
  const copy = useCopy();
  const { application, documents } = usePageState();
  const [, navigate] = useLocation();
  const [confirmDialog, confirm] = useConfirm();
  const open = stepToResumeAt(application);
  const { section, minutesLeft } = progressAt(open, application);
  const asked = sectionKeys.filter((key) => firstStepOf(key, application));
  const done = asked.filter((key) => application.sections[key]);
  const { sectionIcon: SectionIcon, sizeText } = customScreens.loaded() ?? {};
  useTitle(words.title);
  useFocusOnHeading('kept');
  return (
    <>
      <GroupLine businessName={application.applicationData.businessName ?? undefined} />
      <PageHeading>{words.title}</PageHeading>
      <p className="lead">{`${words.done(done.length, asked.length)} ${words.left(minutesLeft)}`}</p>
      <ul className="section-rows">
        {asked.map((key) => {
          const state = application.sections[key] ? 'done' : key === section ? 'current' : 'todo';
          return (
            <li key={key} className="section-row" data-state={state}>
              <span className="section-icon">{SectionIcon && <SectionIcon name={key} />}</span>
              <span className="section-row-text">
                <span className="section-row-name">{`${copy.sections[key]} `}</span>
                <span className="section-row-state">
                  {state === 'done' && <Icon name="check" />}
                  <span>{copy.page.sectionState[state]}</span>
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {documents.length > 0 && (
        <>
          <h2>{words.documents}</h2>
          <ul className="kept-documents">
            {documents.map(({ id, fileName, size }) => (
              <li key={id}>
                <b translate="no">{fileName}</b>
                {sizeText && <span>{` ${sizeText(size)}`}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="resume-other">
        <span>{`${words.notYours} `}</span>
        <button
          type="button"
          className="text-button"
          onClick={() => confirm({ ...resumeCopy.startOver, onConfirm: () => navigate('/start') })}
        >
          {words.startOver}
        </button>
      </p>
      <ActionBar label={words.open} onPress={() => continueAt(urlOf(open))} />
      {confirmDialog}
    </>
  );
}
