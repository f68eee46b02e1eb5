import type { Boot } from '../../../api/boot.ts';
import { useFirstCopy } from '../../copy/use-copy.ts';
import { holderLines, holderSize, nameLines, nameSize } from './name-lines.ts';

/** The card with the program's art (`server/page/artwork.ts`) and the names of the program, the bank and the holder. */
export function Card({
  program: { name, providerName, demo },
  holder,
}: {
  readonly program: Boot['program'];
  readonly holder?: string | undefined;
}) {
  const { card } = useFirstCopy();
  const lines = nameLines(name);
  const size = nameSize(lines);
  const first = lines.length > 1 ? 40 : 48;
  const ofHolder = holderLines(holder ?? card.holder);
  const sizeOfHolder = holderSize(ofHolder);
  const bottom = 194 - (ofHolder.length - 1) * sizeOfHolder * 1.15;
  const last = first + (lines.length - 1) * size * 1.1;
  return (
    <svg
      className="card"
      translate="no"
      viewBox="0 0 342 216"
      role="img"
      aria-label={card.label(name, providerName, holder)}
    >
      <use href="#motif" />
      <g fontSize={size} className="card-name">
        {lines.map((line, index) => (
          <text key={line} x="24" y={first + index * size * 1.1}>
            {line}
          </text>
        ))}
      </g>
      <text className="card-bank" x="24" y={last + 19}>
        {providerName}
      </text>
      <use href="#chip" />
      <g fontSize={sizeOfHolder} className="card-holder">
        {demo && (
          <text className="card-sample" x="24" y={bottom - sizeOfHolder * 1.3}>
            {card.sample}
          </text>
        )}
        {ofHolder.map((line, index) => (
          <text key={line} x="24" y={bottom + index * sizeOfHolder * 1.15}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** A small card that shows only the program's art. */
export function MiniCard() {
  return (
    <svg className="mini-card" aria-hidden="true">
      <use href="#motif" />
    </svg>
  );
}
