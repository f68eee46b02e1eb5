import { useState } from 'react';
import { percentText } from '../../form/fields/types/numbers.ts';
import { useCopy } from '../use-copy.ts';

const whole = 100_00;
/** Gap between two shares, in hundredths of a percent, so that they can be told apart without colours. */
const gap = 60;

/**
 * How much of the ownership is claimed: in a sentence, and as a bar of the shares. A screen reader announces the
 * sentence only when it changes.
 */
export function PercentMeter({
  shares,
}: {
  /** In hundredths of a percent. */
  readonly shares: readonly number[];
}) {
  const { page: words } = useCopy();
  const listed = shares.reduce((sum, share) => sum + share, 0);
  const sentence = words.share(percentText(listed), percentText(Math.max(0, whole - listed)));
  const [first] = useState(sentence);
  const bars = shares.map((share, index) => ({
    key: `${index}`,
    start: shares.slice(0, index).reduce((sum, before) => sum + before, 0),
    share,
  }));
  return (
    <div className="percent-meter">
      <p>{sentence}</p>
      <span className="visually-hidden" role="status">
        {sentence === first ? '' : sentence}
      </span>
      <svg
        className="percent-bar"
        viewBox={`0 0 ${whole} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence}
      >
        <rect className="percent-track" width={whole} height="100" />
        {bars.map(({ key, start, share }) => (
          <rect
            key={key}
            className="percent-share"
            x={start}
            width={Math.max(0, share - (start + share < whole ? gap : 0))}
            height="100"
          />
        ))}
      </svg>
    </div>
  );
}
