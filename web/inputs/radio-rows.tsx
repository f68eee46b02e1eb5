/** Radio buttons, one per row; the whole row can be pressed. None is picked in advance. */
export function RadioRows({
  id,
  options,
  value,
  onChange,
}: {
  /** The id of the first radio button, and the `name` of all. */
  readonly id: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="rows">
      {options.map(([option, text], index) => (
        <label className="row" key={option}>
          <input
            type="radio"
            id={index === 0 ? id : `${id}-${option}`}
            name={id}
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}
