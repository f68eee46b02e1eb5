/**
 * Limits the browsers of tests and scripts to the fonts of two packages, so that lines break at the same words on every machine.
 * Browsers on Linux get their fonts from fontconfig, and this file writes a configuration for it. On macOS and Windows, browsers
 * use the machine's fonts.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (specifier: string) => dirname(fileURLToPath(import.meta.resolve(specifier)));

/** Folders of the fonts. Firefox can read them only if its sandbox configuration lists them. */
export const fontFolders = [
  folderOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  folderOf('@expo-google-fonts/roboto/package.json'),
];

/** The font for each family name that browsers request. DejaVu Sans replaces all families that are not listed. */
const families: Readonly<Record<string, string>> = {
  'system-ui': 'DejaVu Sans',
  'sans-serif': 'DejaVu Sans',
  Sans: 'DejaVu Sans',
  serif: 'DejaVu Serif',
  'Times New Roman': 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
};

/** A style that uses Roboto, the font of Android phones, instead of `system-ui`. All texts inherit the font from the body. */
export const inRoboto = 'body { font-family: Roboto !important }';

/** The folder of fontconfig's cache. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/fonts', import.meta.url));

const asXml = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The configuration for fontconfig: the available fonts, substitutes for other names, and uniform rendering. */
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

/**
 * Writes the configuration for fontconfig. Returns the environment of this process, with the variable that makes a browser use
 * the configuration.
 */
export function withOwnFonts(): NodeJS.ProcessEnv {
  const file = join(cache, 'fonts.conf');
  // Writes the file under another name and then renames it, so that another process never reads a partial file.
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  writeFileSync(unfinished, configuration);
  renameSync(unfinished, file);
  return { ...process.env, FONTCONFIG_FILE: file };
}
