/**
 * The fonts of every browser that tests and scripts start: those of two packages and no others, so that a line breaks at the same
 * word on every machine. Browsers on Linux get fonts from fontconfig, which reads the configuration written here. Browsers on
 * macOS and Windows do not, and use the machine's fonts.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (specifier: string) => dirname(fileURLToPath(import.meta.resolve(specifier)));

/** Folders of the fonts. Firefox reads only files that its configuration names. */
export const fontFolders = [
  folderOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  folderOf('@expo-google-fonts/roboto/package.json'),
];

/** Fonts of the generic families, by the names that browsers request. Every other name is DejaVu Sans. */
const families: Readonly<Record<string, string>> = {
  'system-ui': 'DejaVu Sans',
  'sans-serif': 'DejaVu Sans',
  Sans: 'DejaVu Sans',
  serif: 'DejaVu Serif',
  'Times New Roman': 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
};

/** A style that uses Roboto, the font of Android phones, in place of `system-ui`. Every text inherits from the body. */
export const inRoboto = 'body { font-family: Roboto !important }';

/** The folder of fontconfig's cache. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/fonts', import.meta.url));

const asXml = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The available fonts, substitutes for names without a font, and uniform rendering. */
const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${fontFolders.map((folder) => `<dir>${asXml(folder)}</dir>`).join('\n')}
<cachedir>${asXml(cache)}</cachedir>
${Object.entries(families)
  .map(
    ([name, is]) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${is}</family></prefer></alias>`,
  )
  .join('\n')}
<match target="pattern">
<edit name="family" mode="append_last"><string>DejaVu Sans</string></edit>
<edit name="antialias" mode="assign"><bool>true</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
<edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>
`;

/** Returns this process's environment for a browser with only these fonts. Writes the configuration that it names. */
export function withOwnFonts(): NodeJS.ProcessEnv {
  const file = join(cache, 'fonts.conf');
  // Written under another name first, so that processes that start at the same time never read half of it.
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  writeFileSync(unfinished, configuration);
  renameSync(unfinished, file);
  return { ...process.env, FONTCONFIG_FILE: file };
}
