/** Reads the built page from dist/, and declares the media types of its files. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../files/project-files.ts';
import type { PageAssets } from './document.ts';

/** The folder of the page that `npm start` builds. */
export const builtPage = join(projectRoot, 'dist');

/** Returns the folder with the files that the browser loads below `/assets/`. */
export const assetFolderOf = (built: string) => join(built, 'web', 'assets');

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Returns the media type of a page file with this name, or undefined if such files are not served. */
export const typeOfAsset = (name: string) => types[extname(name)];

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  /** The keys of the entries that this entry imports statically. */
  readonly imports?: readonly string[];
  /** Whether the page loads this entry with a dynamic import. */
  readonly isDynamicEntry?: boolean;
}

/** The exports of `first-screen/render-intro.js`, which the build makes from `web/app/render-intro.tsx`. */
type FirstScreen = Omit<PageAssets, 'modules' | 'laterModules' | 'styles' | 'integrity' | 'criticalCss'>;

type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Returns the manifest entries of a module and its imports, in the order in which a browser evaluates them. */
function inOrder(manifest: Manifest, key: string): readonly ManifestEntry[] {
  const entry = manifest[key];
  if (!entry) throw new Error('The page is not built; run npm start to build it.');
  return [...new Set([...(entry.imports ?? []).flatMap((imported) => inOrder(manifest, imported)), entry])];
}

/** Returns each file's URL and its hash for Subresource Integrity. */
function withIntegrity(built: string, files: readonly string[]) {
  return Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(built, 'web', file));
      return { address: `/${file}`, integrity: `sha256-${hash('sha256', bytes, 'base64')}` };
    }),
  );
}

/** Reads the built page. Throws if it is not built. */
export async function readAssets(built: string): Promise<PageAssets> {
  const text = await readFile(join(built, 'web', '.vite', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const entries = inOrder(manifest, 'app/main.tsx');
  const [critical] = inOrder(manifest, 'theme/critical.css');
  const files = new Set(Object.values(manifest).map(({ file }) => file));
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const sheets = entries.flatMap(({ css = [] }) => css);
  const firstScreen: FirstScreen = await import(
    pathToFileURL(join(built, 'first-screen', 'render-intro.js')).href
  );
  return {
    modules: entries.map(({ file }) => `/${file}`),
    laterModules: Object.entries(manifest)
      .filter(([, { isDynamicEntry }]) => isDynamicEntry)
      .map(([, { file }]) => `/${file}`),
    styles: await withIntegrity(built, sheets),
    integrity: Object.fromEntries(
      (await withIntegrity(built, scripts)).map(({ address, integrity }) => [address, integrity]),
    ),
    criticalCss: await readFile(join(built, 'web', critical?.file ?? ''), 'utf8'),
    ...firstScreen,
  };
}
