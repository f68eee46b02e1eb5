/** Reads the built page from dist/. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../files/project-files.ts';
import type { PageAssets } from './document.ts';

/** The folder of the page that `npm start` builds. */
export const builtPage = join(projectRoot, 'dist');

/** Returns the folder with the files of a built page that the browser loads below `/assets/`. */
export function assetFolderOf(built: string): string {
  return join(built, 'web', 'assets');
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  /** The keys of the entries that it imports statically. */
  readonly imports?: readonly string[];
  /** Whether the page loads it with a dynamic import. */
  readonly isDynamicEntry?: boolean;
}

/** The exports of the build's second file (`web/app/render-intro.tsx`). */
type FirstScreen = Pick<
  PageAssets,
  'renderIntro' | 'renderLoading' | 'isIntroPath' | 'drawsIntro' | 'inlineScript' | 'noProgram'
>;

type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Returns the files of a module and its imports, in the order in which a browser evaluates them. */
function inOrder(manifest: Manifest, key: string): readonly ManifestEntry[] {
  const entry = manifest[key];
  if (!entry) throw new Error('The page is not built; run npm start to build it.');
  return [...new Set([...(entry.imports ?? []).flatMap((imported) => inOrder(manifest, imported)), entry])];
}

async function integrityOf(built: string, file: string): Promise<string> {
  const bytes = await readFile(join(built, 'web', file));
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** Reads the built page. Throws if it is not built. */
export async function readAssets(built: string): Promise<PageAssets> {
  const text = await readFile(join(built, 'web', '.vite', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const entries = inOrder(manifest, 'app/main.tsx');
  const [critical] = inOrder(manifest, 'theme/critical.css');
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) =>
    file.endsWith('.js'),
  );
  const integrity = await Promise.all(
    scripts.map(async (file) => [`/${file}`, await integrityOf(built, file)] as const),
  );
  const firstScreen: FirstScreen = await import(
    pathToFileURL(join(built, 'first-screen', 'render-intro.js')).href
  );
  return {
    modules: entries.map(({ file }) => `/${file}`),
    laterModules: Object.entries(manifest)
      .filter(([, { isDynamicEntry }]) => isDynamicEntry)
      .map(([key, { file }]) => ({ path: posix.join('web', key), address: `/${file}` })),
    styles: await Promise.all(
      entries
        .flatMap(({ css = [] }) => css)
        .map(async (file) => ({ address: `/${file}`, integrity: await integrityOf(built, file) })),
    ),
    integrity: Object.fromEntries(integrity),
    criticalCss: await readFile(join(built, 'web', critical?.file ?? ''), 'utf8'),
    ...firstScreen,
  };
}
