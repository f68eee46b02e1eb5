import { screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { skipAt } from '../../form/places.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { usePageState } from '../session/use-session.ts';
import { words } from '../words.ts';
import { ProofUpload } from './proof-upload.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useSkip } from './use-skip.ts';
import { useUpload } from './use-upload.ts';

/** A paper that shows that the business is real, for whoever has it at hand; Next works without one (D14, D29). */
export function BusinessAdditionalProofScreen({ place }: { readonly place: Place }) {
  const { documents } = usePageState();
  const keepAndGo = useKeepAndGo(place);
  const skip = useSkip(place);
  const uploading = useUpload();
  const { busy } = uploading;
  const skipLabel = documents.length === 0 ? skipAt(place) : undefined;
  return (
    <ScreenFrame place={place}>
      <PageHeading>{screenOf(place.screen).title}</PageHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) keepAndGo({});
        }}
      >
        <div className="fields">
          <p className="lead">{screenWords.proof.lead}</p>
          <ProofUpload uploading={uploading} />
        </div>
        <BottomBar next={words.next} skip={skipLabel} onSkip={skip} saving={busy} />
      </form>
    </ScreenFrame>
  );
}
