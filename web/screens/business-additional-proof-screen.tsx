import { skipTextAt } from '../../copy/screen-words.ts';
import type { Step } from '../../form/flow/steps.ts';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { AcceptedDocuments } from './accepted-documents.tsx';
import { ProofUpload } from './proof-upload.tsx';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useSkip } from './use-skip.ts';
import { useUpload } from './use-upload.ts';

/**
 * Upload of documents that prove the business, with those that are accepted, since no other screen asks for them where
 * they are optional (D54). Next works without one (D14, D29). Where the program requires one, it can be sent later.
 */
export function BusinessAdditionalProofScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const { dispatch } = usePageStore();
  const { application, documents } = usePageState();
  const { proofRequired } = application;
  const way = useKeepAndGo(step);
  const skip = useSkip(step, way);
  const uploading = useUpload();
  const { isRemoving, underWay } = uploading;
  const busy = isRemoving || way.busy;
  const { title } = copy.screens[step.screen];
  const skipLabel = proofRequired ? customScreensCopy.entity.sendLater : skipTextAt(copy, step);

  function passOver(): void {
    if (proofRequired) dispatch({ type: 'proofPostponed' });
    skip();
  }

  return (
    <>
      <PageHeading>{proofRequired ? title : `${title} ${copy.optional}`}</PageHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void way.keepAndGo({});
        }}
      >
        <div className="fields">
          <p className="lead">
            {proofRequired ? customScreensCopy.entity.required : customScreensCopy.proof.lead}
          </p>
          <AcceptedDocuments />
          <ProofUpload uploading={uploading} />
        </div>
        <BottomBar
          next={words.next}
          skip={documents.length === 0 && !underWay ? skipLabel : undefined}
          onSkip={passOver}
          saving={busy}
        />
      </form>
    </>
  );
}
