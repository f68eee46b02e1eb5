/** Finds the tests that a page names, as `file` › "title", and checks that they exist. */
import { files, read } from './repository.ts';

/** A title of a file's test, or of a group and a test in it: "group › title". */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** Returns the titles that a text names, each with the file named before it: `file` › "title", "title", "group › title". */
export function testsNamedIn(text: string): readonly NamedTest[] {
  let file = '';
  return [...text.matchAll(/`([^`]+\.test\.ts)`|"([^"]+)"/g)].flatMap(([, path, title]) => {
    file = path ?? file;
    return title === undefined ? [] : [{ file, title }];
  });
}

/** Returns the index, from a start index on, at which a test's source has a title; -1 if it does not. */
function indexOfTitle(source: string, title: string, from: number): number {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const call = new RegExp(
    `(?:\\b(?:test|testAlone|describe)(?:\\.\\w+)*|\\))\\(\\s*(['"\`])${pattern}\\1,`,
    'g',
  );
  call.lastIndex = from;
  return call.exec(source)?.index ?? -1;
}

/** Returns true if a file has the title; a title in a group must follow the group's. */
export function isTest({ file, title }: NamedTest): boolean {
  if (!files.includes(file)) return false;
  const source = read(file);
  let from = 0;
  return title.split(' › ').every((part) => {
    from = indexOfTitle(source, part, from);
    return from >= 0;
  });
}
