/** The tests that a page names, as `file` › "title", and whether there are such tests. */
import { files, read } from './repository.ts';

/** A title of a file's test, or of a group and a test in it: "group › title". */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** The titles that a text names, each with the file named before it: `file` › "title", "title", "group › title". */
export function testsNamedIn(text: string): readonly NamedTest[] {
  let file = '';
  return [...text.matchAll(/`([^`]+\.test\.ts)`|"([^"]+)"/g)].flatMap(([, path, title]) => {
    file = path ?? file;
    return title === undefined ? [] : [{ file, title }];
  });
}

/** The index at which a test's source has a title, from an index on; -1 if it does not. */
function indexOfTitle(source: string, title: string, from: number): number {
  const said = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const call = new RegExp(
    `(?:\\b(?:test|testAlone|describe)(?:\\.\\w+)*|\\))\\(\\s*(['"\`])${said}\\1,`,
    'g',
  );
  call.lastIndex = from;
  return call.exec(source)?.index ?? -1;
}

/** True if a file has the title; for a title in a group, if it follows that of the group. */
export function isTest({ file, title }: NamedTest): boolean {
  if (!files.includes(file)) return false;
  const source = read(file);
  let from = 0;
  return title.split(' › ').every((part) => {
    from = indexOfTitle(source, part, from);
    return from >= 0;
  });
}
