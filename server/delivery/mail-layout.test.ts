import { expect, test } from 'vitest';
import { defaultCopy } from '../programs/default-copy.ts';
import type { Program } from '../programs/programs.ts';
import { type Block, endOfSentence, writeMail } from './mail-layout.ts';

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

test('a mail shows every piece in order in both forms, in the program’s colors', () => {
  const colorful = {
    ...program,
    name: 'Card & Co',
    theme: { light: { field: '#005500', 'on-field': '#FFFFFE', tint: '#EEFFEE' } },
    copy: {
      language: 'en',
      first: { productName: 'Credit' },
      mail: { signature: (bank: string, name: string) => `${bank}, for ${name}` },
    },
  } as unknown as Program;
  const mail = writeMail(colorful, 'Subject', [
    { heading: 'Next' },
    { paragraph: 'We look.' },
    { list: ['One', 'Two'] },
    { label: 'Number', value: 'ABCD' },
    { button: 'Open', href: 'https://bank.example/?a=1&b=2' },
  ]);
  expect(mail.subject).toBe('Subject');
  expect(mail.text).toBe(
    'Next\n----\n\nWe look.\n\n* One\n* Two\n\nNumber: ABCD\n\n' +
      'Open:\nhttps://bank.example/?a=1&b=2\n\n-- \n\nBank, for Card & Co\n',
  );
  expect(mail.html.split('\n')).toEqual([
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      '<meta name="color-scheme" content="light"><title>Card &amp; Co Credit</title></head>',
    '<body style="margin:0;background:#FFFFFF;color:#1B1F24;font:16px/1.5 sans-serif">',
    '<h1 style="margin:0;padding:16px 24px;background:#005500;color:#FFFFFE;font-size:22px;line-height:1.3">' +
      'Card &amp; Co Credit</h1>',
    '<div style="max-width:560px;padding:0 24px 24px">',
    '<h2 style="margin:24px 0 8px;font-size:20px;line-height:1.3">Next</h2>',
    '<p style="margin:0 0 16px">We look.</p>',
    '<ul style="margin:0 0 16px;padding-left:24px"><li style="margin:0 0 8px">One</li>' +
      '<li style="margin:0 0 8px">Two</li></ul>',
    '<p style="margin:0 0 16px;padding:16px;background:#EEFFEE;color:#1B1F24">Number<br>' +
      '<strong style="font-size:22px;letter-spacing:1px">ABCD</strong></p>',
    '<p style="margin:0 0 16px"><a href="https://bank.example/?a=1&amp;b=2" style="display:inline-block;' +
      'padding:14px 20px;background:#005500;color:#FFFFFE;font-weight:bold;text-decoration:none">Open</a></p>',
    '<p style="margin:24px 0 0;font-size:14px">Bank, for Card &amp; Co</p>',
    '</div>',
    '</body></html>',
    '',
  ]);
});

test.each([
  ['First Example Bank, N.A.', 'First Example Bank, N.A.'],
  ['First Example Bank', 'First Example Bank.'],
  ['.bank', '.bank.'],
])('a sentence that ends with %s has one full stop', (name, end) => {
  expect(endOfSentence(name)).toBe(end);
});
