/** Turns markdown-it's flat list of opening and closing tokens into a tree of blocks. */
import type { Token } from 'markdown-it';

/** A block: its opening or only token, and its content. */
export interface Block {
  readonly token: Token;
  readonly children: readonly Block[];
}

/** Returns the tree of balanced tokens. */
export function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const roots: Block[] = [];
  const open: Block[][] = [roots];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const children: Block[] = [];
    open.at(-1)?.push({ token, children });
    if (token.nesting === 1) open.push(children);
  }
  return roots;
}
