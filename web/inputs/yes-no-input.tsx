import { useCopy } from '../copy/use-copy.ts';
import type { InputProps } from '../jsx/input-props.ts';
import { FieldFrame } from './field-frame.tsx';
import { RadioRows } from './radio-rows.tsx';

/** Shows the text that people should read first, and below it large radio buttons for Yes and No. */
export function YesNoInput({ choice, ...props }: InputProps<'yesNo'>) {
  const { review, page: words } = useCopy();
  const { before = [], yes, no } = choice ?? {};
  const options = [
    { value: 'yes', text: review.yes, outcome: yes },
    { value: 'no', text: review.no, outcome: no },
  ];
  const about = before.length > 0 && (
    <div className="before-choice" id={`${props.id}-before`}>
      <p>
        <b>{words.beforeYouAnswer}</b>
      </p>
      {before.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
  return (
    <FieldFrame {...props} shape="radios" describedBy={about ? `${props.id}-before` : undefined}>
      {() => (
        <>
          {about}
          <RadioRows id={props.id} options={options} value={props.value} onChange={props.onChange} large />
        </>
      )}
    </FieldFrame>
  );
}
