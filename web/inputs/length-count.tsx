import { Spoken } from '../components/spoken.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { useSettled } from './use-settled.ts';

/** Shows how many characters are left. Screen readers announce this number only near the limit, when the person pauses typing. */
export function LengthCount({
  id,
  typed,
  max,
}: {
  readonly id: string;
  readonly typed: number;
  readonly max: number;
}) {
  const { page: words } = useCopy();
  const text = words.typedLeft(max - typed, max);
  const spoken = useSettled(typed > max * 0.9 ? text : '');
  return (
    <>
      <p className="length-count" id={id} data-over={typed > max ? '' : undefined}>
        <progress max={max} value={Math.min(typed, max)} aria-hidden="true" />
        <span>{text}</span>
      </p>
      <Spoken>{spoken}</Spoken>
    </>
  );
}
