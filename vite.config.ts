import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { build, defineConfig } from 'vite';

const targets = { target: 'es2023', cssTarget: ['chrome123', 'firefox120', 'safari17.5'] };

/** Bundles the documents' inline script into one classic script, and gives its text to the module that asks for it. */
const inlineScript: Plugin = {
  name: 'inline-script',
  resolveId: (id) => (id === 'virtual:inline-script' ? `\0${id}` : undefined),
  load: async (id) => {
    if (id !== '\0virtual:inline-script') return undefined;
    const lib = { entry: 'app/inline-script.ts', formats: ['iife' as const], name: 'inlineScript' };
    const [built] = (await build({
      configFile: false,
      root: 'web',
      publicDir: false,
      logLevel: 'warn',
      build: { ...targets, lib, write: false },
    })) as Rolldown.RolldownOutput[];
    return `export default ${JSON.stringify(built?.output[0].code.trim())}`;
  },
};

/**
 * Replaces Vite's helper that preloads what an imported module needs: `web/lazy/cache-file.ts` has cached its file, and its
 * styles come in it.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Files of `form/` and `copy/` that load later, with the screens and the industry list that need them. */
const laterFormFiles =
  /^(form\/(industry-search\/|lists\/(industr|naics|retired|tax-|accepted)|limits\/(resume|document)|flow\/minutes|review\/(entered|review|where-to))|copy\/(review\.ts|en\/(custom-screens|intro|by-email|resume|sent|signing|documents|industry-search)))/;

/** What every screen needs of the form, the words and the page. */
const formFiles =
  /^((form|copy)\/.*\.ts|web\/(lazy\/(lazy-part|cache-file)\.ts|copy\/(use-copy|copy-context)\.ts|components\/icon\.tsx|inputs\/use-settled\.ts))$/;

const pathOf = (id: string) => relative(import.meta.dirname, id).replaceAll('\\', '/');

/**
 * Chunks of their own for what every screen needs. The page evaluates each in a task of its own, and a release that does not
 * change them leaves them in the browser's cache.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|web[\\/]app[\\/]react\.ts$/ },
  {
    name: 'form',
    test: (id: string) => formFiles.test(pathOf(id)) && !laterFormFiles.test(pathOf(id)),
  },
];

/**
 * The page is built twice by `scripts/build.ts`, which says where to: for the browser, and with `--ssr` as one file that
 * renders the first screen. Assets carry their hash in the name and are served from memory for ever.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), inlineScript, plainImports],
  root: 'web',
  publicDir: false,
  // The router brings what React has had itself since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    ...targets,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? { input: 'web/app/render-intro.tsx', output: { entryFileNames: 'render-intro.js' } }
      : {
          input: { page: 'web/app/main.tsx', critical: 'web/theme/critical.css' },
          // The inline script calls what the entry exports.
          preserveEntrySignatures: 'allow-extension',
          // The router's own link is made by it, and never drawn (`web/components/page-link.tsx`).
          treeshake: { manualPureFunctions: ['forwardRef'] },
          output: { codeSplitting: { groups: chunks } },
        },
  },
  // Everything inside, as React is in production: faster to load, and the first screen is rendered the same everywhere.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
}));
