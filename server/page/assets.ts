/** Reads what the build left in dist/. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Boot } from '../../api/boot.ts';
import type { PageAssets } from './document.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Folder of the files that the browser loads, below `/assets/`. */
export const assetFolder = join(dist, 'web', 'assets');

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
}

async function integrityOf(file: string): Promise<string> {
  const bytes = await readFile(join(dist, 'web', file));
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** The built page. Throws where nothing has been built. */
export async function readAssets(): Promise<PageAssets> {
  const text = await readFile(join(dist, 'web', '.vite', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Readonly<Record<string, ManifestEntry>>;
  const page = manifest['main.tsx'];
  const critical = manifest['theme/critical.css'];
  if (!page || !critical) throw new Error('The page is not built; npm start builds it.');
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) =>
    file.endsWith('.js'),
  );
  const integrity = await Promise.all(
    scripts.map(async (file) => [`/${file}`, await integrityOf(file)] as const),
  );
  const rendered = (await import(pathToFileURL(join(dist, 'server', 'render-intro.js')).href)) as {
    renderIntro: (boot: Boot) => Promise<string>;
  };
  return {
    script: `/${page.file}`,
    styles: (page.css ?? []).map((file) => `/${file}`),
    integrity: Object.fromEntries(integrity),
    criticalCss: await readFile(join(dist, 'web', critical.file), 'utf8'),
    renderIntro: rendered.renderIntro,
  };
}
