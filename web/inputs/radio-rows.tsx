/** Radio buttons, one per row. The whole row can be pressed. No button is selected at first. */
export function RadioRows({
  id,
  options,
  value,
  onChange,
  large,
}: {
  /** Id of the first radio button, and the `name` of all radio buttons. */
  readonly id: string;
  readonly options: readonly {
    readonly value: string;
    readonly text: string;
    readonly outcome?: string | undefined;
    /** True if a person wrote the text, so a translator must not change it. */
    readonly isTyped?: boolean;
  }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly large?: boolean;
}) {
  return (
    <div className="rows" data-large={large ? '' : undefined}>
      {options.map(({ value: option, text, outcome, isTyped }, index) => {
        const titleId = `${id}-${option}-title`;
        return (
          <label className="row" key={option}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${option}`}
              name={id}
              value={option}
              checked={value === option}
              onChange={() => onChange(option)}
              {...(outcome && { 'aria-labelledby': titleId, 'aria-describedby': `${titleId}-outcome` })}
            />
            <span>
              <span className="row-title" id={outcome && titleId} translate={isTyped ? 'no' : undefined}>
                {text}
              </span>
              {outcome && (
                <span className="row-outcome" id={`${titleId}-outcome`}>
                  {outcome}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}
