import { ActionBar, SinglePage } from '../components/frame/single-page.tsx';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { useLifetime } from '../state/use-page.ts';
import { type LazyPart, useLazyPart } from './lazy-part.ts';

/** Renders a screen once its part of the page is loaded. Until then, says that the part is loading or why loading failed. */
export function LazyScreen<T>({
  part,
  draw,
  framed = false,
}: {
  readonly part: LazyPart<T>;
  readonly draw: (loaded: T) => Elements;
  /** True if the screen already has a frame around it. */
  readonly framed?: boolean;
}) {
  const { value, ...waiting } = useLazyPart(part);
  if (value) return draw(value);
  const notice = <Waiting {...waiting} />;
  return framed ? notice : <SinglePage>{notice}</SinglePage>;
}

/** Says that a part of the page is loading, why loading failed, or that only a reload helps. */
export function Waiting({ failed, gone, busy, retry }: Omit<ReturnType<typeof useLazyPart>, 'value'>) {
  const { page: words } = useCopy();
  const { reload } = useLifetime();
  if (!failed) return <Loading />;
  return (
    <>
      <Notice tone="warning">
        <p role="alert">{gone ? words.renewed : busy ? words.busy : words.noConnection}</p>
      </Notice>
      <ActionBar label={gone ? words.reload : words.tryAgain} onPress={gone ? reload : retry} />
    </>
  );
}
