import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { build, defineConfig } from 'vite';

const targets = { target: 'es2023', cssTarget: ['chrome123', 'firefox120', 'safari17.5'] };

/**
 * Bundles the inline script of the HTML documents into one classic script. The module `virtual:inline-script` exports its text.
 */
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
 * Replaces Vite's helper that preloads the files of an imported module. The helper is not needed, because
 * `web/lazy/cache-file.ts` has already cached the module's file, which also contains the module's styles.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Files of `form/` and `copy/` that load later, together with the screens and the industry list that need them. */
const laterFormFiles = [
  /^form\/(industry-search\/|flow\/estimated-minutes|limits\/(resume|document)|review\/(entered|review|where-to))/,
  /^form\/lists\/(industr|naics|retired|tax-|accepted)/,
  /^copy\/(review\.ts|after-submission|version-text)/,
  /^copy\/en\/(custom-screens|intro|by-email|resume|sent|signing|documents|industry-search)/,
];

/** Files of `form/`, `copy/` and `web/` that every screen needs. */
const formFiles =
  /^((form|copy)\/.*\.ts|web\/(lazy\/(lazy-part|cache-file)\.ts|copy\/(use-copy|copy-context)\.ts|components\/icon\.tsx|inputs\/(use-settled|combobox)\.ts))$/;

const pathOf = (id: string) => relative(import.meta.dirname, id).replaceAll('\\', '/');

/**
 * Separate chunks for the code that every screen needs. The page evaluates each chunk in its own task. If a release does not
 * change a chunk, browsers keep it in their cache.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|web[\\/]app[\\/]react\.ts$/ },
  {
    name: 'form',
    test: (id: string) =>
      formFiles.test(pathOf(id)) && !laterFormFiles.some((later) => later.test(pathOf(id))),
  },
];

/**
 * `scripts/build.ts` builds the page twice and passes the output folder: once for the browser, and once with `--ssr`, as a single
 * file that renders the first screen. Each asset has its hash in its name, and the server serves it from memory with a permanent
 * cache header.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), inlineScript, plainImports],
  root: 'web',
  publicDir: false,
  // Replaces the router's polyfill of this hook with React, which has had the hook since version 18.
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
          // Keeps the exports of the entry, because the inline script calls them.
          preserveEntrySignatures: 'allow-extension',
          // Drops the router's own link component, which it creates with `forwardRef` and which the page never renders
          // (`web/components/page-link.tsx`).
          treeshake: { manualPureFunctions: ['forwardRef'] },
          output: { codeSplitting: { groups: chunks } },
        },
  },
  // Bundles all packages, with React in production mode. The renderer then loads faster, and renders the first screen in the same
  // way everywhere.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
}));
