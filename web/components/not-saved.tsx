import { useCopy } from '../copy/use-copy.ts';
import { usePageState, useSaving } from '../state/use-page.ts';
import { Button } from './buttons/button.tsx';
import { Notice } from './notice.tsx';

/** Says that answers are not saved yet, or that there is no network. If saving has stopped, offers to try again. */
export function NotSaved() {
  const { page: words } = useCopy();
  const { saving, awaitsNetwork } = usePageState();
  const { retry } = useSaving();
  const state = awaitsNetwork ? 'offline' : saving;
  if (state === 'idle' || state === 'saving') return null;
  return (
    <Notice tone="warning">
      <p>
        <span role="status">{`${state === 'offline' ? words.noConnection : words.notSaved[state]} `}</span>
        {state === 'stopped' && <Button onPress={retry} label={words.tryAgain} />}
      </p>
    </Notice>
  );
}
