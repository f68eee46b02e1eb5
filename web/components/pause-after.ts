/**
 * Returns the `data-pause` value of an element with this text. With the attribute, screen readers read a period after the text,
 * so that they pause. A text that ends with a period needs no attribute.
 */
export function pauseAfter(text = ''): true | undefined {
  return /[^.]$/.test(text) || undefined;
}
