import { useState } from 'react';
import { flushSync } from 'react-dom';
import { skipTextAt } from '../../copy/screen-words.ts';
import type { Step } from '../../form/flow/steps.ts';
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import { FieldError } from '../components/field-error.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { customScreensCopy, documentsCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { ProofUpload, useUpload } from './proof-upload.tsx';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { useGoNext } from './use-navigation.ts';
import { useSaveAndGo } from './use-save-and-go.ts';

const { entity: words, proof } = customScreensCopy;

/** Lists the documents that are accepted for the chosen legal form. Shows nothing if no legal form is chosen. */
function AcceptedDocuments() {
  const { organizationType: type } = usePageState().application.applicationData;
  if (!type) return null;
  return (
    <>
      <h2>{words.accepted}</h2>
      <ul className="accepted-documents">
        {acceptedDocuments[type].map((document) => (
          <li key={document}>{documentsCopy.acceptedDocuments[document]}</li>
        ))}
      </ul>
    </>
  );
}

/** Offers to upload proof that the business exists (D14, D29, D54). People can also provide a required document later. */
export function BusinessAdditionalProofScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { dispatch } = usePageStore();
  const { application, documents } = usePageState();
  const { proofRequired } = application;
  const { busy, saveAndGo, skip } = useSaveAndGo(step);
  const uploading = useUpload();
  const { title } = copy.screens[step.screen];
  const skipLabel = proofRequired ? words.sendLater : skipTextAt(copy, step);

  function skipProof(): void {
    if (proofRequired) dispatch({ type: 'proofPostponed' });
    skip();
  }

  return (
    <ScreenForm
      title={proofRequired ? title : `${title} ${copy.optional}`}
      onNext={() => void saveAndGo({})}
      skip={documents.length === 0 && !uploading.underWay ? skipLabel : undefined}
      onSkip={skipProof}
      saving={uploading.isRemoving || busy}
    >
      <div className="fields">
        <p className="lead">{proofRequired ? words.required : proof.lead}</p>
        <AcceptedDocuments />
        <ProofUpload uploading={uploading} />
        <FinishLaterButton />
      </div>
    </ScreenForm>
  );
}

const errorId = 'proof-missing';

/** Asks for proof. If it is required and missing, Next shows an error and focuses the button to provide it later (D26). */
export function EntityRequiredScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { dispatch } = usePageStore();
  const goNext = useGoNext(step);
  const { application, documents } = usePageState();
  const uploading = useUpload();
  const [refused, setRefused] = useState(false);
  const { proofRequired, proofLater } = application;
  const isMissing = proofRequired && !proofLater && documents.length === 0;
  const isRefused = refused && isMissing;

  function next(): void {
    // An upload continues in the background (D44). If it fails and the program needs a document, this screen opens again.
    if (!isMissing || uploading.underWay) goNext();
    else {
      flushSync(() => setRefused(true));
      document.getElementById('skip')?.focus();
      document.getElementById(errorId)?.scrollIntoView({ block: 'nearest' });
    }
  }

  function sendLater(): void {
    dispatch({ type: 'proofPostponed' });
    goNext();
  }

  return (
    <ScreenForm
      title={copy.screens[step.screen].title}
      onNext={next}
      skip={isMissing && !uploading.underWay ? words.sendLater : undefined}
      onSkip={sendLater}
      saving={uploading.isRemoving}
    >
      <div className="fields">
        <p className="lead">{proofRequired ? words.required : words.optional}</p>
        <AcceptedDocuments />
        <h2>{words.addNow}</h2>
        {/* The alert is always in the document, because screen readers ignore a new one. */}
        <div role="alert">
          {isRefused && (
            <FieldError
              id={errorId}
              fix={copy.fixes.rules.fileRequired}
              message={copy.messages.fileRequired}
            />
          )}
        </div>
        <ProofUpload uploading={uploading} onChoose={() => dispatch({ type: 'proofChosen' })} />
        <FinishLaterButton />
      </div>
    </ScreenForm>
  );
}
