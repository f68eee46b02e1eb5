import type { FormEvent } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { repairs, ruleMessage } from '../../form/catalogue.ts';
import { screenOf } from '../../form/flow.ts';
import { acceptedPapers } from '../../form/lists/accepted-papers.ts';
import { organizationTypes } from '../../form/lists/organization-types.ts';
import type { Place } from '../../form/places.ts';
import { ruleContext } from '../../form/situation.ts';
import { nextPlace } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { errorText } from '../inputs/input-error.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { ProofUpload } from './proof-upload.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useGo } from './use-navigation.ts';
import { useUpload } from './use-upload.ts';

const laterId = 'send-later';

/**
 * Which papers prove the business, and the place to add one now. Where the program requires proof, Next without a file
 * says so and offers to send it later (D26); elsewhere it just goes on.
 */
export function EntityRequiredScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const go = useGo();
  const { situation, documents } = usePageState();
  const uploading = useUpload();
  const [refused, setRefused] = useState(false);
  const { proofRequired, proofLater } = situation;
  const { busy } = uploading;
  const isMissing = proofRequired && !proofLater && documents.length === 0;
  const type = situation.applicationData.organizationType;

  const goOn = () => go(nextPlace(place, session.situation()));

  function next(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (!isMissing) {
      goOn();
      return;
    }
    flushSync(() => setRefused(true));
    document.getElementById(laterId)?.focus();
  }

  function sendLater(): void {
    session.change((now) => ({ ...now, proofLater: true }));
    goOn();
  }

  return (
    <ScreenFrame place={place}>
      <PageHeading>{screenOf(place.screen).title}</PageHeading>
      <form noValidate onSubmit={next}>
        <div className="fields">
          <p className="lead">{proofRequired ? screenWords.entity.required : screenWords.entity.optional}</p>
          {type && (
            <>
              <h2>{organizationTypes[type]}</h2>
              <ul className="papers">
                {acceptedPapers[type].map((paper) => (
                  <li key={paper}>{paper}</li>
                ))}
              </ul>
            </>
          )}
          <h2>{screenWords.entity.addNow}</h2>
          {refused && isMissing && (
            <div className="refused-proof">
              <p className="field-error" id={`${laterId}-error`}>
                <span className="visually-hidden">{words.errorPrefix}</span>
                {errorText({
                  message: ruleMessage({ kind: 'fileRequired' }, ruleContext(situation, {})),
                  repair: repairs.fileRequired,
                })}
              </p>
              <button
                type="button"
                id={laterId}
                className="button button--secondary"
                aria-describedby={`${laterId}-error`}
                onClick={sendLater}
              >
                {screenWords.entity.sendLater}
              </button>
            </div>
          )}
          <ProofUpload
            uploading={uploading}
            onChoose={() => session.change((now) => ({ ...now, proofAddedLast: true }))}
          />
        </div>
        <BottomBar saving={busy} />
      </form>
    </ScreenFrame>
  );
}
