import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildPage } from '../../scripts/build.ts';
import { mostBytes } from '../../tests/support/browser/count-loads.ts';
import { loadPrograms } from '../programs/programs.ts';
import { builtPage, readAssets } from './assets.ts';
import type { PageAssets } from './document.ts';
import { renderDocuments } from './document.ts';

const loaded = await loadPrograms('programs');
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const programs = loaded.programs.all;
const [program] = programs;
if (!program) throw new Error('There is no program.');

const assets: PageAssets = {
  modules: ['/assets/page.js'],
  laterModules: [],
  styles: [],
  integrity: {},
  criticalCss: '',
  renderIntro: async () => '',
  renderLoading: async () => '',
  isIntroPath: () => true,
  drawsIntro: '',
  noProgram: { css: '', picture: '' },
  inlineScript: '',
};

/**
 * Returns a document rendered with or without a key for Google Places, and the sources in its content security policy by
 * directive.
 */
const documentWith = async (placesApiKey: string | undefined) => {
  const { intro: html, contentSecurityPolicy } = await renderDocuments(program, assets, placesApiKey);
  const policy = contentSecurityPolicy.split(';').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources] as const;
  });
  return { html, policy: Object.fromEntries(policy) };
};

test('without a key for Google Places the page may call only its own server', async () => {
  const { html, policy } = await documentWith(undefined);
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(policy['connect-src']).toEqual(["'self'"]);
  expect(html).not.toContain('googleapis');
});

test('a key for Google Places allows exactly that origin in addition', async () => {
  const without = await documentWith(undefined);
  const { html, policy } = await documentWith('AIza-key_1');
  expect(policy).toEqual({
    ...without.policy,
    'connect-src': ["'self'", 'https://places.googleapis.com'],
  });
  expect(html).toContain('"googleSuggestions":{"origin":"https://places.googleapis.com","key":"AIza-key_1"}');
});

test('the first screen fits in the first flight of a connection, 14 KB, for every program (P1)', async () => {
  buildPage();
  const built = await readAssets(builtPage);
  for (const each of programs) {
    const { intro, elsewhere } = await renderDocuments(each, built, undefined);
    for (const html of [intro, elsewhere])
      expect(brotliCompressSync(html).length, each.domainKey).toBeLessThanOrEqual(mostBytes.toFirstScreen);
    // The document itself loads no files. Its template only lists files that the page loads later, and its favicon is inline.
    const named = intro
      .replace(/<template.*<\/template>/, '')
      .replace(/<link rel="icon" href='data:[^']*'>/, '');
    expect(named).not.toMatch(/\bsrc=|<link|<img|url\(/);
  }
});

test('a module that loads later imports only files that the page has by then', async () => {
  buildPage();
  const { modules, laterModules } = await readAssets(builtPage);
  const known = [...modules, ...laterModules];
  for (const address of known) {
    const code = await readFile(join(builtPage, 'web', address), 'utf8');
    const imported = [...code.matchAll(/\bfrom\s*"\.\/([^"]+)"/g)].map(([, name]) => `/assets/${name}`);
    expect(known, `imports of ${address}`).toEqual(expect.arrayContaining(imported));
  }
});

test('a document without the first screen loads the file that draws it at once, and no other', async () => {
  buildPage();
  const built = await readAssets(builtPage);
  const { intro, elsewhere } = await renderDocuments(program, built, undefined);
  const atOnce = [...elsewhere.matchAll(/data-at-once href="([^"]*)"/g)].map(([, address]) => address);
  expect(atOnce).toEqual([expect.stringMatching(/^\/assets\/custom-screens-/)]);
  expect(intro).not.toContain('data-at-once');
});
