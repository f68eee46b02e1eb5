/** Creates minimal static pages. Benchmarks compare the product with these pages, because they show the best possible results. */
import type { Page } from 'playwright-core';
import { screens } from '../../../copy/en/screens.ts';
import type { TestServer } from '../../../tests/support/browser/applicant.ts';
import type { Hands } from '../../../tests/support/browser/hands.ts';
import { begin, nameBusiness } from '../../../tests/support/browser/steps.ts';

/** Returns a program's first screen as an HTML document with its style and without scripts. */
export async function staticFirstScreen(server: TestServer, program: string): Promise<string> {
  const { payload } = await server.app.inject({ url: '/', headers: { host: `${program}.localhost` } });
  return payload.replace(/<(script|template)\b[\s\S]*?<\/\1>\n?/g, '');
}

/** Returns the page's current markup and all its styles. */
function shown(
  page: Page,
): Promise<{ readonly root: string; readonly style: string; readonly theme: string }> {
  return page.evaluate(() => ({
    root: document.getElementById('root')?.outerHTML ?? '',
    style: [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n'),
    theme: document.documentElement.dataset['theme'] ?? '',
  }));
}

/** Returns a static page that shows our first screen about the business. The Next button replaces it with the next screen. */
export async function staticSwap(hands: Hands & { readonly page: Page }, address: string): Promise<string> {
  await begin(hands, address);
  const { root: first, style, theme } = await shown(hands.page);
  await nameBusiness(hands);
  await hands.sees(screens.business.groups.taxId.title);
  const { root: second } = await shown(hands.page);
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Two screens</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>${first}
<template>${second}</template>
<script>
const second = document.importNode(document.querySelector('template').content, true).firstChild;
addEventListener('submit', (event) => {
  event.preventDefault();
  document.getElementById('root').replaceWith(second);
});
</script>
</body>
</html>`;
}

/**
 * A page with an input and a list. The list's only line repeats the typed text. No search can do less per keystroke.
 */
export const staticSearch = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A line of text</title>
<link rel="icon" href="data:,">
</head>
<body>
<label>Search <input role="combobox" aria-controls="list" aria-expanded="true" autocomplete="off"></label>
<ul id="list" role="listbox"><li role="option">Nothing</li></ul>
<script>
addEventListener('input', ({ target }) => {
  document.querySelector('[role="option"]').firstChild.data = target.value;
});
</script>
</body>
</html>`;
