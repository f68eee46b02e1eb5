/** Parses the HTML of an email, more strictly than browsers do, for tests of its content and of the colors of its texts. */

/**
 * A text with its color and the color behind it, both as `#RRGGBB`. A missing color is `no color` or `no background-color`.
 */
interface ColoredText {
  readonly text: string;
  readonly color: string;
  readonly background: string;
}

interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
}

interface MailDocument {
  /** Descriptions of the parts that are not well-formed. */
  readonly problems: readonly string[];
  readonly elements: readonly Element[];
  /** The visible texts in order, each with the elements around it, outermost first. */
  readonly texts: readonly { readonly text: string; readonly within: readonly Element[] }[];
}

const voidTags = new Set(['meta', 'img', 'br']);
const token = /<!--[\s\S]*?-->|<!doctype html>|<(\/?)([a-z][\w:]*)((?:\s[^<>]*)?)>|([^<]+)/y;
const attribute = /\s+([a-z][\w:-]*)="([^"<>]*)"/y;

/** Returns the HTML as Outlook for Windows reads it, which includes the parts in conditional comments for Outlook. */
export function forOutlook(html: string): string {
  return html.replace(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1');
}

/** Parses the HTML of an email. */
export function readMail(html: string): MailDocument {
  const problems: string[] = [];
  const elements: Element[] = [];
  const texts: { text: string; within: readonly Element[] }[] = [];
  const open: Element[] = [];
  for (let at = 0; at < html.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(html);
    if (!found) {
      problems.push(`cannot be read at “${html.slice(at, at + 30)}”`);
      break;
    }
    const [, end, tag = '', written = '', text] = found;
    if (text !== undefined) {
      if (/&(?!#?\w+;)/.test(text)) problems.push(`has an unescaped & in “${text}”`);
      if (decoded(text).trim() !== '' && isVisible(open))
        texts.push({ text: decoded(text), within: [...open] });
    } else if (end) {
      const last = open.pop();
      if (last?.tag !== tag) problems.push(`</${tag}> closes <${last?.tag}>`);
    } else if (tag !== '') {
      const element = { tag, attributes: attributesOf(written, problems) };
      elements.push(element);
      if (!voidTags.has(tag)) open.push(element);
    }
  }
  problems.push(...open.map(({ tag }) => `<${tag}> is not closed`));
  return { problems, elements, texts };
}

function attributesOf(written: string, problems: string[]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < written.trimEnd().length; at = attribute.lastIndex) {
    attribute.lastIndex = at;
    const [, name = '', value = ''] = attribute.exec(written) ?? [];
    if (name === '' || attributes.has(name)) {
      problems.push(`has wrong attributes:${written}`);
      return attributes;
    }
    attributes.set(name, decoded(value));
  }
  return attributes;
}

const isVisible = (open: readonly Element[]) =>
  !open.some(
    ({ tag, attributes }) =>
      ['title', 'style', 'xml'].includes(tag) || attributes.get('style')?.startsWith('display:none'),
  );

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  zwnj: '',
};

/** Decodes the HTML entities in a text that contains no tags. */
export function decoded(text: string): string {
  return text.replace(/&(#?)(\w+);/g, (_, isNumber: string, name: string) =>
    isNumber ? String.fromCodePoint(Number(name)) : (entities[name] ?? `&${name};`),
  );
}

/** Returns the visible text of an email on one line. */
export function wordsOf(html: string): string {
  const words = readMail(html).texts.map(({ text, within }) =>
    within.at(-1)?.tag === 'span' ? text : `${text} `,
  );
  return words
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,])/g, '$1');
}

/** Returns every visible text with its colors in light or dark mode. */
export function coloredTexts(html: string, mode: 'light' | 'dark'): readonly ColoredText[] {
  const rules = /@media \(prefers-color-scheme:dark\)\{([\s\S]*?)\}\}/.exec(html)?.[1] ?? '';
  const dark = new Map(
    [...`${rules}}`.matchAll(/\.(\w+)\{([^}]*)\}/g)].map(([, name = '', css = '']) => [name, css]),
  );
  const colorOf = (property: string, within: readonly Element[]) => {
    for (const { attributes } of within.toReversed()) {
      const names = attributes.get('class')?.split(' ') ?? [];
      const darkCss = mode === 'dark' ? names.map((name) => dark.get(name) ?? '') : [];
      for (const css of [...darkCss, attributes.get('style') ?? '']) {
        const found = new RegExp(`(?:^|;)${property}:(#[0-9a-f]{6})`, 'i').exec(css);
        if (found?.[1]) return found[1];
      }
    }
    return `no ${property}`;
  };
  return readMail(html).texts.map(({ text, within }) => ({
    text: text.trim(),
    color: colorOf('color', within),
    background: colorOf('background-color', within),
  }));
}
