/** The screen of an address, and a field that the browser fills in. */
import type { Locator } from 'playwright-core';
import type { Applicant } from './applicant.ts';

/** The parts of an address screen. */
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
    /** What stands in street, city, state and ZIP code. */
    parts: () => Promise.all([street, ...others].map((part) => part.inputValue())),
  };
}

/** Puts a text into a field as a browser does with what it has kept, which is no typing. */
export async function fillInAsBrowser(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, filled) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    value?.set?.call(input, filled);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  }, text);
}
