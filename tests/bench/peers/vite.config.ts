/** Builds one peer's page, by the same Vite as our own. `tests/bench/page/peers.ts` says which, and where to. */
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

export default defineConfig({
  plugins: [react(), virtualWords],
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5_000,
  },
});
