/** Reads what assistive technology presents about a field: its role, name, description and focus. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the texts that describe a control, in the order in which a screen reader speaks them. */
export function descriptions(control: Locator): Promise<readonly string[]> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .flatMap((id) => document.getElementById(id)?.textContent || []),
  );
}

/** Returns the error that a screen reader announces for a control, or undefined if there is none. */
export async function errorOf(control: Locator): Promise<string | undefined> {
  const [first] = await descriptions(control);
  return first?.startsWith('Error: ') ? first.slice('Error: '.length) : undefined;
}

/** Returns the text field, list, group or checkbox with this name. A string must match the whole name. */
export function control(page: Page, name: string | RegExp): Locator {
  const exact = typeof name === 'string';
  return page
    .getByRole('textbox', { name, exact })
    .or(page.getByRole('combobox', { name, exact }))
    .or(page.getByRole('radiogroup', { name, exact }))
    .or(page.getByRole('group', { name, exact }))
    .or(page.getByRole('checkbox', { name, exact }));
}

/** Returns whether an element has the focus or contains the focused element. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node.contains(document.activeElement));
}

/** Fails unless the label of a control is in view and not covered by the bottom bar. */
export async function expectInView(page: Page, label: Locator): Promise<void> {
  const [text, bar] = await Promise.all([label.boundingBox(), page.locator('.bottom-bar').boundingBox()]);
  expect(text?.y).toBeGreaterThanOrEqual(0);
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}
