import { MiniCard } from '../../components/card/card.tsx';

/** The program's card, and a ring with the remaining seconds. Hidden from assistive technology, because a text says the same. */
export function CountdownRing({
  secondsLeft,
  totalSeconds,
}: {
  readonly secondsLeft: number;
  readonly totalSeconds: number;
}) {
  const gone = 1 - secondsLeft / totalSeconds;
  return (
    <>
      <MiniCard />
      <div className="countdown" aria-hidden="true">
        <svg className="countdown-ring" viewBox="0 0 120 120" aria-hidden="true">
          <circle className="countdown-track" cx="60" cy="60" r="54" />
          <circle
            className="countdown-rest"
            cx="60"
            cy="60"
            r="54"
            pathLength="1"
            strokeDasharray="1"
            strokeDashoffset={gone}
          />
        </svg>
        <span className="countdown-number">{secondsLeft}</span>
      </div>
    </>
  );
}
