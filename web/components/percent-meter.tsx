import { useState } from 'react';
import { percentText } from '../../form/field-types/numbers.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';

const whole = 100_00;

/** The smallest share whose part of the bar has room for a name, and the longest name that fits there. */
const nameable = { share: 20_00, letters: 12 };

/**
 * How much of the ownership is listed: a large number and a sentence, and a bar with a named part for each share and a
 * hatched rest. A screen reader announces the sentence only when it changes.
 * @param props With `shares` in hundredths of a percent.
 */
export function PercentMeter({
  shares,
}: {
  readonly shares: readonly { readonly id: string; readonly name: string; readonly share: number }[];
}) {
  const listed = shares.reduce((sum, { share }) => sum + share, 0);
  const rest = Math.max(0, whole - listed);
  const said = customScreensCopy.share(percentText(listed), percentText(rest));
  const sentence = `${said.listed} ${said.rest}`;
  const [first] = useState(sentence);
  const shownName = (name: string, share: number) => {
    const [firstName = ''] = name.split(' ');
    return share >= nameable.share && firstName.length <= nameable.letters ? firstName : '';
  };
  return (
    <div className="percent-meter">
      <p className="percent-listed">
        <b>{`${said.listed} `}</b>
        <span>{said.rest}</span>
      </p>
      <span className="visually-hidden" role="status">
        {sentence === first ? '' : sentence}
      </span>
      <div className="percent-bar" translate="no" role="img" aria-label={sentence}>
        {shares.map(({ id, name, share }) => (
          <span key={id} style={{ flexGrow: share }}>
            {shownName(name, share)}
          </span>
        ))}
        {rest > 0 && <span className="percent-rest" style={{ flexGrow: rest }} />}
      </div>
    </div>
  );
}
