/**
 * Searches a PDF for anything other than page images, with readers that share no code with the server or with each other. If
 * Debian's packages qpdf and poppler-utils are missing, their readers are skipped. `REQUIRED_READERS=qpdf,poppler` makes a
 * missing reader a failure.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activeContent } from './active-content.ts';

export interface PdfReader {
  readonly name: string;
  readonly isHere: boolean;
  /** Returns a description of each finding. Returns an empty list if the PDF contains only images. */
  find(pdf: Uint8Array): Promise<readonly string[]>;
}

/** All dictionary keys that may occur in a PDF of page images. In qpdf's JSON, objects also have keys such as `obj:3 0 R`. */
const keysOfPictures = new Set(
  'Type Pages Kids Count Parent MediaBox Resources XObject I Contents Length Subtype Width Height ColorSpace BitsPerComponent Filter Size Root'
    .split(' ')
    .map((key) => `/${key}`),
);

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((key) => key.startsWith('/'));
  return [...own, ...Object.values(value).flatMap(keysIn)];
}

function qpdfFinds(file: string): string[] {
  const checked = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
  const problems = checked.status === 0 ? [] : [`damaged: ${checked.stdout}${checked.stderr}`];
  const { qpdf } = JSON.parse(
    execFileSync('qpdf', ['--json=2', '--json-stream-data=none', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  return [...problems, ...new Set(keysIn(qpdf).filter((key) => !keysOfPictures.has(key)))];
}

function popplerFinds(file: string): string[] {
  const said = (tool: string, ...args: string[]) =>
    spawnSync(tool, [...args, file], { encoding: 'utf8' }).stdout.trim();
  const info = said('pdfinfo');
  const addresses = said('pdfinfo', '-url').split('\n').slice(1);
  const text = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' }).stdout.replaceAll('\f', '').trim();
  return [
    ...(/^JavaScript: +no$/m.test(info) ? [] : ['scripts']),
    ...(/^Form: +none$/m.test(info) ? [] : ['a form']),
    ...(said('pdfinfo', '-js') === '' ? [] : ['the text of scripts']),
    ...(said('pdfdetach', '-list').startsWith('0 ') ? [] : ['files']),
    ...addresses.map((address) => `the address ${address}`),
    ...(text === '' ? [] : ['text']),
  ];
}

/** Returns a reader that writes the PDF to a file and runs a program on it. */
function withFile(find: (file: string) => readonly string[]): PdfReader['find'] {
  return async (pdf) => {
    const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
    try {
      const file = join(folder, 'document.pdf');
      writeFileSync(file, pdf);
      return find(file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

const isInstalled = (tool: string, option: string) =>
  spawnSync(tool, [option], { stdio: 'ignore' }).error === undefined;

const required = process.env['REQUIRED_READERS']?.split(',') ?? [];
const installed = (name: string, ...tools: string[]) =>
  required.includes(name) || tools.every((tool) => isInstalled(tool, '-v'));

export const pdfReaders: readonly PdfReader[] = [
  { name: 'pdf.js', isHere: true, find: activeContent },
  { name: 'qpdf', isHere: installed('qpdf', 'qpdf'), find: withFile(qpdfFinds) },
  { name: 'poppler', isHere: installed('poppler', 'pdfinfo', 'pdfdetach'), find: withFile(popplerFinds) },
];
