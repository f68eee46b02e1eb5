import { extname } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The media type of a file that the page loads, by its name; undefined of one that is not served. */
export function typeOfAsset(name: string): string | undefined {
  return types[extname(name)];
}
