/** Tests that a text next to other children doesn't compile (docs/decisions/translated-pages.md). */
import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Content, Elements, Fragment, JSX } from './types.ts';

const bold = createElement('b');

test('a text is the only child of its element', () => {
  const whole: JSX.IntrinsicElements['p'] = { children: 'text' };
  const parts: JSX.IntrinsicElements['p'] = { children: [bold, null, bold] };
  // @ts-expect-error: a text next to an element
  const loose: JSX.IntrinsicElements['p'] = { children: ['text', bold] };
  // @ts-expect-error: a number next to an element
  const count: Content = [bold, 1];
  // @ts-expect-error: a fragment with a text
  const fragment: Parameters<typeof Fragment>[0] = { children: 'text' };
  // @ts-expect-error: a component that returns a text
  const result: Elements = 'text';
  expect([whole, parts, loose, count, fragment, result]).toHaveLength(6);
});
