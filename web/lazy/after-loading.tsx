import { SinglePage } from '../components/frame/single-page.tsx';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { useLifetime } from '../state/use-page.ts';
import { type OwnScreens, ownScreens } from './custom-screens.ts';
import type { LaterState } from './lazy-part.ts';
import { useLater } from './lazy-part.ts';

/** Draws one of the screens with a component of its own, once they are loaded. Until then it says that they load, or that they could not be. */
export function AfterLoading({
  draw,
  framed = false,
}: {
  readonly draw: (screens: OwnScreens) => Elements;
  /** A frame stands around it already. */
  readonly framed?: boolean;
}) {
  const { value, ...waiting } = useLater(ownScreens);
  if (value) return draw(value);
  return framed ? (
    <Waiting {...waiting} />
  ) : (
    <SinglePage>
      <Waiting {...waiting} />
    </SinglePage>
  );
}

/** Says that a part of the page loads, why it could not be loaded, or that only a reload brings it. */
export function Waiting({ failed, gone, busy, retry }: Omit<LaterState<unknown>, 'value'>) {
  const { page: words } = useCopy();
  const { reload } = useLifetime();
  if (!failed) return <Loading />;
  return (
    <Notice tone="warning">
      <p role="alert">{gone ? words.renewed : busy ? words.busy : words.noConnection}</p>
      <button type="button" className="text-button" onClick={gone ? reload : retry}>
        {gone ? words.reload : words.tryAgain}
      </button>
    </Notice>
  );
}
