/** Renders the server's HTML (D30) as React elements, because the CSP forbids converting a string to HTML. */
import { createElement, type ReactNode } from 'react';

/** The elements that Markdown and a certification can contain. Any other element is shown as text. */
const known = new Set(
  'a bdi blockquote br caption code em h2 h3 h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const empty = new Set(['br', 'hr']);

/** Elements that contain only other elements, so line breaks inside them are not text. */
const structure = new Set(['ol', 'table', 'tbody', 'thead', 'tr', 'ul']);

const attributes = new Set(['href', 'rel', 'scope', 'start', 'target', 'title']);

const safeLink = /^(https|mailto|tel):/;

const signs: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const plain = (text: string) => text.replace(/&(lt|gt|quot|amp);/g, (sign) => signs[sign] ?? sign);

function propsOf(source: string): Record<string, string> {
  const props: Record<string, string> = {};
  for (const [, name = '', escaped = ''] of source.matchAll(/ ([a-z]+)="(.*?)"/g)) {
    const value = plain(escaped);
    if (attributes.has(name) && (name !== 'href' || safeLink.test(value))) props[name] = value;
  }
  return props;
}

interface OpenElement {
  readonly name: string;
  readonly props: Record<string, string>;
  readonly children: ReactNode[];
}

/** Returns React nodes for a string of HTML. Closes unclosed elements at the end; an end tag without a start tag becomes text. */
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
