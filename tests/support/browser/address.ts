/** Helpers for tests of the address screens: their fields, and a simulation of the browser's autofill. */
import type { Locator } from 'playwright-core';
import type { Applicant } from './applicant.ts';

/** Returns the street field of an address screen, and functions for its other fields. */
export function addressOf({ page }: Applicant) {
  const street = page.getByRole('combobox', { name: /street address/ });
  const others = [
    page.getByRole('textbox', { name: /city/ }),
    page.getByRole('combobox', { name: /state/ }),
    page.getByRole('textbox', { name: /ZIP code/ }),
  ];
  return {
    street,
    options: page.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option'),
    /** Returns the values of street, city, state and ZIP code. */
    parts: () => Promise.all([street, ...others].map((part) => part.inputValue())),
  };
}

/** Sets a field's text as the browser's autofill does, without typing. */
export async function fillInAsBrowser(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, filled) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    value?.set?.call(input, filled);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  }, text);
}
