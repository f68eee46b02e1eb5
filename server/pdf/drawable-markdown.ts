/** Lists the Markdown that a PDF can show (D30). The drawing code is in another file, which a server need not load at startup. */
import type { Token } from 'markdown-it';

/** The tokens of markdown-it that format inline text and can be drawn. */
export const marks: readonly string[] = ['strong_open', 'em_open', 'link_open'];
/** The tokens of markdown-it that contain inline text and can be drawn. */
export const words: readonly string[] = ['text', 'text_special', 'code_inline'];
const breaks = ['softbreak', 'hardbreak'];
const moved = ['blockquote_open', 'bullet_list_open', 'ordered_list_open'];
const tables = ['table_open', 'caption_open', 'thead_open', 'tbody_open', 'tr_open', 'th_open', 'td_open'];
const blocks = ['heading_open', 'paragraph_open', 'list_item_open', 'fence', 'code_block', 'hr', 'inline'];
const drawn = new Set([...marks, ...words, ...breaks, ...moved, ...tables, ...blocks]);

/** The deepest nesting of lists and quotes that can be drawn. Deeper nesting would leave too little space for text. */
const deepest = 6;

/** Returns the Markdown for which `drawMarkdown` throws, with line numbers from 1. Ignores characters that the fonts lack. */
export function undrawable(tokens: readonly Token[]) {
  let line = 1;
  let depth = 0;
  return tokens.flatMap((token) => {
    line = token.map ? token.map[0] + 1 : line;
    if (moved.includes(token.type)) depth += 1;
    if (token.nesting === -1 && moved.includes(token.type.replace('_close', '_open'))) depth -= 1;
    const types = [token, ...(token.children ?? [])].filter(({ nesting }) => nesting !== -1);
    const problems = types.filter(({ type }) => !drawn.has(type)).map(({ type }) => wordsFor(type));
    if (depth > deepest && moved.includes(token.type))
      problems.push(`more than ${deepest} lists or quotes within one another`);
    return problems.map((what) => ({ line, what }));
  });
}

function wordsFor(type: string): string {
  return type === 's_open' ? 'text struck through (~~)' : `the Markdown of ${type.replace('_open', '')}`;
}
