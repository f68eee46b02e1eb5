import type { FormEvent } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { FieldError } from '../components/field-error.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { AcceptedDocuments } from './accepted-documents.tsx';
import { ProofUpload } from './proof-upload.tsx';
import { useGo } from './use-navigation.ts';
import { useUpload } from './use-upload.ts';

const laterId = 'send-later';

/**
 * Lists the documents that prove the business and lets the applicant add one. Where the program requires proof, Next
 * without a document shows an error and offers to send it later (D26); elsewhere Next simply goes on.
 */
export function EntityRequiredScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const store = usePageStore();
  const go = useGo();
  const { application, documents } = usePageState();
  const uploading = useUpload();
  const [refused, setRefused] = useState(false);
  const { proofRequired, proofLater } = application;
  const isMissing = proofRequired && !proofLater && documents.length === 0;
  // An upload continues in the background (D44); if it fails where the program needs a document, this screen opens again.
  const busy = uploading.isRemoving;

  const goOn = () => go(nextStep(step, store.application()));

  function next(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (!isMissing || uploading.underWay) {
      goOn();
      return;
    }
    flushSync(() => setRefused(true));
    document.getElementById(laterId)?.focus();
  }

  function sendLater(): void {
    store.dispatch({ type: 'proofPostponed' });
    goOn();
  }

  return (
    <>
      <PageHeading>{copy.screens[step.screen].title}</PageHeading>
      <form noValidate onSubmit={next}>
        <div className="fields">
          <p className="lead">
            {proofRequired ? customScreensCopy.entity.required : customScreensCopy.entity.optional}
          </p>
          <AcceptedDocuments />
          <h2>{customScreensCopy.entity.addNow}</h2>
          {refused && isMissing && (
            <div className="refused-proof">
              <FieldError
                id={`${laterId}-error`}
                fix={copy.fixes.rules.fileRequired}
                message={copy.messages.fileRequired}
              />
              <button
                type="button"
                id={laterId}
                className="button button--secondary"
                aria-describedby={`${laterId}-error`}
                onClick={sendLater}
              >
                {customScreensCopy.entity.sendLater}
              </button>
            </div>
          )}
          <ProofUpload uploading={uploading} onChoose={() => store.dispatch({ type: 'proofChosen' })} />
        </div>
        <BottomBar saving={busy} />
      </form>
    </>
  );
}
