import { expect, test } from 'vitest';
import { defaultCopy } from '../programs/default-copy.ts';
import type { Program } from '../programs/programs.ts';
import { type Block, writeMail } from './mail-layout.ts';

const odd = `<b onclick="x">'&amp;`;
const escaped = '&lt;b onclick=&quot;x&quot;&gt;';

const program = {
  name: 'Card',
  provider: { fullName: 'Bank' },
  theme: { light: {} },
  copy: defaultCopy,
} as unknown as Program;

test.each<[string, Block, number]>([
  ['a heading', { heading: odd }, 1],
  ['a paragraph', { paragraph: odd }, 1],
  ['a list', { list: [odd, odd] }, 2],
  ['a label and its value', { label: odd, value: odd }, 2],
  ['a button and its address', { button: odd, href: `https://bank.example/${odd}` }, 2],
])('%s shows what looks like HTML as text', (_what, block, times) => {
  const { text, html } = writeMail(program, 'Subject', [block]);
  expect(text.split(odd)).toHaveLength(times + 1);
  expect(html.split(escaped)).toHaveLength(times + 1);
  expect(html).not.toContain('<b onclick');
  expect(html).not.toContain('"x"');
});
