import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The page is built twice by `scripts/build.ts`, which says where to: for the browser, and with `--ssr` as one file that
 * renders the first screen. Assets carry their hash in the name and are served from memory for ever.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  root: 'web',
  publicDir: false,
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? { input: 'web/app/render-intro.tsx', output: { entryFileNames: 'render-intro.js' } }
      : { input: { page: 'web/app/main.tsx', critical: 'web/theme/critical.css' } },
  },
  ssr: { noExternal: ['wouter'] },
}));
