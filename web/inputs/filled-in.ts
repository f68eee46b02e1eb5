/**
 * Finds texts that were filled into controls without an input event: password managers, extensions and some browsers do
 * so, or send an event that differs from typing.
 */
import type { DateParts } from '../../form/field-types/date.ts';
import { textOfParts } from '../../form/field-types/date.ts';
import { datePartId } from './date-parts.ts';
import type { InputProps } from './input-props.ts';

/** The text that an input's controls show; undefined if no native control holds the answer. */
function textInControls(id: string, type: InputProps['field']['type']): string | undefined {
  const control = document.getElementById(id);
  if (control instanceof HTMLSelectElement) return control.value;
  if (!(control instanceof HTMLInputElement)) return undefined;
  if (control.type === 'checkbox') return control.checked ? 'yes' : 'no';
  if (control.type === 'radio')
    return document.querySelector<HTMLInputElement>(`input[name="${id}"]:checked`)?.value ?? '';
  if (type !== 'date') return control.value;
  const shown = (part: keyof DateParts) => {
    const input = document.getElementById(datePartId(id, part));
    return input instanceof HTMLInputElement ? input.value : '';
  };
  return textOfParts({ month: shown('month'), day: shown('day'), year: shown('year') });
}

/** What was filled in since the input was drawn with the text `drawn`; undefined if nothing was. */
export function filledInto(
  { id, field }: Pick<InputProps, 'id' | 'field'>,
  drawn: string,
): string | undefined {
  const text = textInControls(id, field.type);
  const isBoxLeftEmpty = field.type === 'consent' && text === 'no' && drawn === '';
  return text === drawn || isBoxLeftEmpty ? undefined : text;
}
