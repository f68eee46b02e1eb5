/**
 * HTML that the server made from a program's Markdown (D30), as elements. The page has no way from a string to HTML: its
 * Content-Security-Policy forbids every such way and every Trusted Types policy, so nothing can be let through either.
 */
import type { ReactNode } from 'react';
import { createElement } from 'react';

/** Everything that Markdown becomes, and a certification. Whatever else is in the text is shown as text. */
const known = new Set(
  'a bdi blockquote br caption code em h2 h3 h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const empty = new Set(['br', 'hr']);

/** What holds nothing but elements: the line ends between them are no text. */
const structure = new Set(['ol', 'table', 'tbody', 'thead', 'tr', 'ul']);

const attributes = new Set(['href', 'rel', 'scope', 'start', 'target', 'title']);

const safeLink = /^(https|mailto|tel):/;

const signs: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const plain = (text: string): string => text.replace(/&(lt|gt|quot|amp);/g, (sign) => signs[sign] ?? sign);

function propsOf(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/ ([a-z]+)="(.*?)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ]);
  return Object.fromEntries(
    pairs.filter(
      ([name = '', value = '']) => attributes.has(name) && (name !== 'href' || safeLink.test(value)),
    ),
  );
}

interface OpenElement {
  readonly name: string;
  readonly props: Record<string, string>;
  readonly children: ReactNode[];
}

/** The content of the HTML. What is never closed is closed at the end; an end without a beginning is text. */
export function elementsOf(html: string): readonly ReactNode[] {
  const top: OpenElement = { name: '', props: {}, children: [] };
  const open: OpenElement[] = [];
  const parent = () => open.at(-1) ?? top;
  const close = () => {
    const closed = open.pop();
    if (closed) parent().children.push(createElement(closed.name, closed.props, ...closed.children));
  };
  for (const piece of html.split(/(<[^<>]*>)/)) {
    const [, slash, name = '', source = ''] = /^<(\/?)([a-z]+\d?)((?: [a-z]+="[^"]*")*)>$/.exec(piece) ?? [];
    if (known.has(name) && !slash) {
      open.push({ name, props: propsOf(source), children: [] });
      if (empty.has(name)) close();
    } else if (slash && name === parent().name) close();
    else if (piece.trim() !== '' || !structure.has(parent().name)) parent().children.push(plain(piece));
  }
  while (open.length > 0) close();
  return top.children;
}

export function ServedHtml({ html }: { readonly html: string }) {
  return createElement('div', { className: 'served-text' }, ...elementsOf(html));
}
