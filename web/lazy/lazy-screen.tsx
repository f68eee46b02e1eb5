import { SinglePage } from '../components/frame/single-page.tsx';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { useLifetime } from '../state/use-page.ts';
import type { LazyPart, LazyPartState } from './lazy-part.ts';
import { useLazyPart } from './lazy-part.ts';

/** Draws a screen from a part of the page, once that is loaded. Until then it says that it loads, or why it could not be. */
export function LazyScreen<T>({
  part,
  draw,
  framed = false,
}: {
  readonly part: LazyPart<T>;
  readonly draw: (loaded: T) => Elements;
  /** A frame stands around it already. */
  readonly framed?: boolean;
}) {
  const { value, ...waiting } = useLazyPart(part);
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
export function Waiting({ failed, gone, busy, retry }: Omit<LazyPartState<unknown>, 'value'>) {
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
