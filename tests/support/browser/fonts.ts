/**
 * The fonts of every browser that tests and scripts start: those of two packages and no others, so that a line breaks at
 * the same word on every machine. Browsers on Linux ask fontconfig for fonts, which reads the configuration that is written
 * here. Browsers on macOS and Windows do not ask it: there, the fonts are the machine's.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (specifier: string) => dirname(fileURLToPath(import.meta.resolve(specifier)));

/** Where the fonts are. Firefox reads no other files than those that it is told of. */
export const fontFolders = [
  folderOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  folderOf('@expo-google-fonts/roboto/package.json'),
];

/** What the generic families are, by the names under which browsers ask for them. All other names are DejaVu Sans. */
const families: Readonly<Record<string, string>> = {
  'system-ui': 'DejaVu Sans',
  'sans-serif': 'DejaVu Sans',
  Sans: 'DejaVu Sans',
  serif: 'DejaVu Serif',
  'Times New Roman': 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
};

/** Style that puts Roboto, the font of Android phones, in the place of `system-ui`. Every text inherits from the body. */
export const inRoboto = 'body { font-family: Roboto !important }';

/** Where fontconfig keeps what it has read of the fonts. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/fonts', import.meta.url));

const asXml = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Which fonts there are, what the names are that no font has, and that letters are drawn alike everywhere. */
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

/** The environment of this process for a browser with these fonts alone. Writes the configuration that it names. */
export function withOwnFonts(): NodeJS.ProcessEnv {
  const file = join(cache, 'fonts.conf');
  // Processes that start at the same time never read half of it.
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  writeFileSync(unfinished, configuration);
  renameSync(unfinished, file);
  return { ...process.env, FONTCONFIG_FILE: file };
}
