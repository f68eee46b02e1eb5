import { extname } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Returns the media type of a file of the page by its name; undefined if such files are not served. */
export function typeOfAsset(name: string): string | undefined {
  return types[extname(name)];
}
