/**
 * Builds the comparison page that the environment variable PEER selects, with the same Vite version as our page.
 * `tools/bench/page/peers.ts` runs this build.
 */
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { words } from './words.ts';

const id = 'virtual:words';

const virtualWords: Plugin = {
  name: 'virtual-words',
  resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
  load: (asked) => (asked === `\0${id}` ? `export default ${JSON.stringify(words)}` : undefined),
};

const document: Plugin = {
  name: 'document',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('%PEER%', String(process.env['PEER'])),
  },
};

export default defineConfig({
  plugins: [react(), virtualWords, document],
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5_000,
  },
});
