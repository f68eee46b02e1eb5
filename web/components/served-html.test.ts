import { readdirSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { agreementHtml } from '../../server/programs/agreement-text.ts';
import { loadPrograms } from '../../server/programs/programs.ts';
import { elementsOf } from './served-html.tsx';

const drawn = (html: string) => renderToStaticMarkup(createElement('div', null, ...elementsOf(html)));

/** Removes invisible differences: escaped apostrophes, self-closing tags, line breaks between rows. */
const alike = (html: string) =>
  html
    .replaceAll("'", '&#x27;')
    .replace(/<([bh]r)>/g, '<$1/>')
    .replaceAll(' class="language-js"', '')
    .replace(/(<\/?(?:ol|ul|table|thead|tbody|tr)[^>]*>|<\/(?:caption|li|td|th)>)\n+(?=<\/?[a-z])/g, '$1');

const asDrawn = (html: string) => `<div>${html}</div>`;

const values = {
  programName: 'Acme <b>Card</b>',
  providerName: 'First "Example" & Co’s',
  providerFullName: "<script>alert('1')</script> &amp;lt;",
  termsUrl: 'https://example.com/?a=1&b="2"',
  certification: {
    certifier: { name: '<img src=x onerror=alert(1)>', title: 'Head & <Tail>' },
    owners: [{ name: 'Ann "A" <Lee>', percent: 60 }],
  },
};

const everything = `## A heading

Text with *stress* **more** ~~less~~, \`code\`, 1 < 2 and <script>, two  
lines, *one*
**other**, a [link]({termsUrl} "its title"), <https://example.com/x>, [mail](mailto:a@example.com), [call](tel:+1555).

3. three
4. four

- {programName}
- {providerName}, {providerFullName}

> quoted

---

    indented

\`\`\`js
fenced
\`\`\`

Table: Fees

| what | how much |
|------|---------:|
| late | 10 |

{certification}
`;

test('HTML from Markdown is drawn unchanged, also with special characters in names', () => {
  const html = agreementHtml({ title: 'All', version: '1', body: everything }, values);
  expect(html).toContain('<pre><code class="language-js">');
  expect(html).toContain('<th scope="row"><bdi>Ann');
  expect(alike(drawn(html))).toBe(alike(asDrawn(html)));
});

test('the texts of every program are drawn unchanged', async () => {
  const loaded = await loadPrograms('programs');
  const texts = loaded.ok
    ? loaded.programs.all.flatMap(({ agreements }) => Object.values(agreements).map(({ html }) => html))
    : [];
  expect(texts.length).toBeGreaterThan(readdirSync('programs').length);
  for (const html of texts) expect(alike(drawn(html))).toBe(alike(asDrawn(html)));
});

test.each([
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="https:x" href="javascript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="https://example.com" onclick="alert(1)">x</a>',
  '<a\thref="javascript:alert(1)">x</a>',
  '<p style="position:fixed" dangerouslysetinnerhtml="x" key="1" ref="r">',
  '<p\nonclick=alert(1)>',
  '<form action=//evil.example><input><button>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<!--<p title="--><img src=x onerror=alert(1)>">',
  '<p title="<img src=x onerror=alert(1)>">',
  '<meta http-equiv=refresh content=0>',
  '<br>text</br><hr></hr>',
  '<p><em>never closed</p></p></em>',
  '<p',
])('%s is drawn as text and elements of an agreement only', (attack) => {
  const tags = drawn(attack).match(/<[^>]*>/g) ?? [];
  const harmless = /^<(\/?(a|div|em|p)|[bh]r\/|a href="https:[^"]*"|p title="[^"]*")>$/;
  expect(tags.filter((tag) => !harmless.test(tag))).toEqual([]);
});
