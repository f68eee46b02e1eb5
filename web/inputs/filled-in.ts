/** Reads the text that password managers and browsers have filled into inputs, maybe without an input event. */
import { type DateParts, textOfParts } from '../../form/field-types/date.ts';
import type { InputProps } from '../jsx/input-props.ts';

/** Returns the id of the control for a part of a date. The month's control has the id of the whole input. */
export function datePartId(id: string, part: keyof DateParts): string {
  return part === 'month' ? id : `${id}-${part}`;
}

function textInControls(id: string, type: InputProps['field']['type']): string | undefined {
  const control = document.getElementById(id);
  if (control instanceof HTMLSelectElement) return control.value;
  if (!(control instanceof HTMLInputElement)) return undefined;
  if (control.type === 'checkbox') return control.checked ? control.value : type === 'consent' ? 'no' : '';
  if (control.type === 'radio')
    return document.querySelector<HTMLInputElement>(`input[name="${id}"]:checked`)?.value ?? '';
  if (type !== 'date') return control.value;
  const shown = (part: keyof DateParts) => {
    const input = document.getElementById(datePartId(id, part));
    return input instanceof HTMLInputElement ? input.value : '';
  };
  return textOfParts({ month: shown('month'), day: shown('day'), year: shown('year') });
}

/** Returns the text filled into an input after React rendered it with the text `drawn`; undefined if nothing was filled in. */
export function filledInto(
  { id, field }: Pick<InputProps, 'id' | 'field'>,
  drawn: string,
): string | undefined {
  const text = textInControls(id, field.type);
  const isBoxLeftEmpty = field.type === 'consent' && text === 'no' && drawn === '';
  return text === drawn || isBoxLeftEmpty ? undefined : text;
}
