import { skipTextAt } from '../../copy/screen-words.ts';
import type { Step } from '../../form/flow/steps.ts';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { usePageState } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { AcceptedDocuments } from './accepted-documents.tsx';
import { ProofUpload } from './proof-upload.tsx';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useSkip } from './use-skip.ts';
import { useUpload } from './use-upload.ts';

/**
 * Upload of documents that prove the business, with those that are accepted, since no other screen asks for them where
 * they are optional (D54). Next works without one (D14, D29).
 */
export function BusinessAdditionalProofScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const { documents } = usePageState();
  const way = useKeepAndGo(step);
  const skip = useSkip(step, way);
  const uploading = useUpload();
  const { isRemoving, underWay } = uploading;
  const busy = isRemoving || way.busy;
  const skipLabel = documents.length === 0 && !underWay ? skipTextAt(copy, step) : undefined;
  return (
    <>
      <PageHeading>{copy.screens[step.screen].title}</PageHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void way.keepAndGo({});
        }}
      >
        <div className="fields">
          <p className="lead">{words.proof.lead}</p>
          <AcceptedDocuments />
          <ProofUpload uploading={uploading} />
        </div>
        <BottomBar next={words.next} skip={skipLabel} onSkip={skip} saving={busy} />
      </form>
    </>
  );
}
