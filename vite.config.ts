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
    const lib = { entry: 'app/before-page.ts', formats: ['iife' as const], name: 'beforePage' };
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
 * What every screen stands on, in files of their own: the page evaluates each in a task of its own, and a release that
 * does not change them leaves them in the browser's cache. The industries are not among them, nor what only own screens and the intro need: they load later.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|web[\\/]app[\\/]react\.ts$/ },
  {
    name: 'form',
    test: /web[\\/](later|use-copy|copy-context|cache-file)\.ts$|[\\/]((icon|sentence)\.tsx|use-settled\.ts)$|[\\/](form|copy)[\\/](?!lists[\\/](industr|naics|retired|tax-|accepted)|industry-search|limits[\\/]resume|flow[\\/]minutes|review(\.ts|[\\/](entered|review|where-to))|en[\\/](intro|by-email|resume|sent|signing|documents|industry-search)).*\.ts$/,
  },
];

/**
 * The page is built twice by `scripts/build.ts`, which says where to: for the browser, and with `--ssr` as one file that
 * renders the first screen. Assets carry their hash in the name and are served from memory for ever.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), inlineScript],
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
          output: { codeSplitting: { groups: chunks } },
        },
  },
  // Everything inside, as React is in production: faster to load, and the first screen is rendered the same everywhere.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
}));
