/**
 * Texts in the controls of the page that no event has told of: password managers, extensions and some
 * browsers write answers into a form in silence, or with an event that no typing makes.
 */
import { dateOfParts, datePartId, datePartNames } from './date-parts.ts';
import type { InputProps } from './input-props.ts';

/** The text of an input as its controls show it; undefined where no control of the browser's holds the answer. */
function textInControls(id: string, type: InputProps['field']['type']): string | undefined {
  const control = document.getElementById(id);
  if (control instanceof HTMLSelectElement) return control.value;
  if (!(control instanceof HTMLInputElement)) return undefined;
  if (control.type === 'checkbox') return control.checked ? 'yes' : 'no';
  if (control.type === 'radio')
    return document.querySelector<HTMLInputElement>(`input[name="${id}"]:checked`)?.value ?? '';
  if (type !== 'date') return control.value;
  return dateOfParts(
    datePartNames.map((part) => {
      const input = document.getElementById(datePartId(id, part));
      return input instanceof HTMLInputElement ? input.value : '';
    }),
  );
}

/** What was filled into an input in silence since it was drawn with `drawn`; undefined where nothing was. */
export function filledInto(
  { id, field }: Pick<InputProps, 'id' | 'field'>,
  drawn: string,
): string | undefined {
  const text = textInControls(id, field.type);
  const isBoxLeftEmpty = field.type === 'consent' && text === 'no' && drawn === '';
  return text === drawn || isBoxLeftEmpty ? undefined : text;
}
