/** Hand-made pages with only what the measurement needs: the best possible result. */
import type { Page } from 'playwright-core';
import type { TestServer } from '../../../tests/support/browser/applicant.ts';
import type { Hands } from '../../../tests/support/browser/hands.ts';
import { begin } from '../../../tests/support/browser/steps.ts';

/** Returns a program's first screen as HTML with its style, without a script. */
export async function staticFirstScreen(server: TestServer, program: string): Promise<string> {
  const { payload } = await server.app.inject({ url: '/', headers: { host: `${program}.localhost` } });
  return payload.replace(/<(script|template)\b[\s\S]*?<\/\1>\n?/g, '');
}

/** Returns what the page shows: its markup, and all style that applies to it. */
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

/** Returns a page that shows our screen with the business name, and whose Next button replaces it with the next screen. */
export async function staticSwap(hands: Hands & { readonly page: Page }, address: string): Promise<string> {
  await begin(hands, address);
  const { root: first, style, theme } = await shown(hands.page);
  await hands.fill('Legal business name', 'Bright Lawn Care LLC');
  await hands.fill('Business email', 'office@lawns.example');
  await hands.next();
  await hands.sees('Tax ID and business structure');
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

/** A page with an input and a list of one line that repeats what is typed: the least work that a search must do per key. */
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
