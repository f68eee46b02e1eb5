import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentContentType } from '../../form/limits/document-limits.ts';
import { attachment, fileNameFor, formFileName } from './file-name.ts';

const pdf = 'application/pdf';
const jpeg = 'image/jpeg';
const png = 'image/png';

describe('the name of a document', () => {
  test.each<[string, DocumentContentType, string]>([
    ['statement.pdf', pdf, 'statement.pdf'],
    ['double.pdf.exe', pdf, 'double.pdf'],
    ['statement.hta', pdf, 'statement.pdf'],
    ['photo', jpeg, 'photo.jpg'],
    ['double.pdf.exe', png, 'double.pdf.png'],
    ['scan.pdf', png, 'scan.png'],
    ['IMG_1.JPEG', jpeg, 'IMG_1.JPEG'],
    ['charter.exe . ', pdf, 'charter.pdf'],
    ['charter .exe', pdf, 'charter.pdf'],
    ['charter.pdf .exe', pdf, 'charter.pdf'],
    ['page.html::$DATA', pdf, 'page.html__$DATA.pdf'],
    ['a.pdf:x.exe', pdf, 'a.pdf_x.pdf'],
    ['statement%2ehta', pdf, 'statement_2ehta.pdf'],
    ['a%00.exe', pdf, 'a_00.pdf'],
    ['%252e%252e%255cmine.exe', png, '_252e_252e_255cmine.png'],
    ['50% owned.pdf', pdf, '50% owned.pdf'],
    ['statement.hta...', pdf, 'statement.pdf'],
  ])('%j with the content %s gets the extension of its content: %j', (name, contentType, expected) => {
    expect(fileNameFor(name, contentType)).toBe(expected);
  });

  test.each([
    ['Statement 12.31.2026', 'Statement 12.31.2026.pdf'],
    ['Smith v. Jones', 'Smith v. Jones.pdf'],
    ['Larkspur Inc. (signed)', 'Larkspur Inc. (signed).pdf'],
    ['Zoë’s 登記', 'Zoë’s 登記.pdf'],
  ])('%j has no extension to replace: %j', (name, expected) => {
    expect(fileNameFor(name, pdf)).toBe(expected);
  });

  test.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\papers\\mine.pdf', 'mine.pdf'],
    ['a\u0000b\r\nc\u2028d\u{e0001}.pdf', 'abcd.pdf'],
    ['photo\u202egpj.exe', 'photogpj.pdf'],
    ['a.\u2066e\u200bxe', 'a.pdf'],
    [`nul${' '.repeat(200)}x`, 'nul x.pdf'],
    ['a\ud800.pdf', 'a\ufffd.pdf'],
    ['.htaccess', 'document.pdf'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['con', '_con.pdf'],
    ['Nul .tar.exe', '_Nul .tar.pdf'],
    ['COM¹.pdf', '_COM¹.pdf'],
    ['contract.pdf', 'contract.pdf'],
  ])('%j is made harmless: %j', (name, expected) => {
    expect(fileNameFor(name, pdf)).toBe(expected);
  });

  test.each([undefined, '', '  ', '.', '..', '....pdf', '/', 'x/', '\u202e', '.pdf', ' . .pdf'])(
    '%j is not a name',
    (name) => {
      expect(fileNameFor(name, pdf)).toBe('document.pdf');
    },
  );

  test('keeps its extension when cut to 100 characters', () => {
    expect(fileNameFor(`${'x'.repeat(150)}.PDF`, pdf)).toBe(`${'x'.repeat(96)}.PDF`);
    expect(fileNameFor('😀'.repeat(150), jpeg)).toBe(`${'😀'.repeat(96)}.jpg`);
    expect(fileNameFor(`${'x'.repeat(95)} y.pdf`, pdf)).toBe(`${'x'.repeat(95)}.pdf`);
  });

  test('becomes short and plain, has the extension of its content, and stays the same when cleaned again', () => {
    const part = fc.constantFrom(
      '.',
      ' ',
      '/',
      '\\',
      '.exe',
      '.pdf',
      'nul',
      '\u202e',
      '"',
      ':',
      '%2e',
      '😀',
      'é',
    );
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 150 }),
      fc.array(part, { maxLength: 120 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(name, fc.constantFrom(pdf, jpeg, png), (given, contentType) => {
        const made = fileNameFor(given, contentType);
        expect(made).toMatch({ [pdf]: /.\.pdf$/i, [jpeg]: /.\.jpe?g$/i, [png]: /.\.png$/i }[contentType]);
        expect(made).not.toMatch(/^[\s.]|[/\\<>:"|?*\p{C}\p{Zl}\p{Zp}]|%[0-9a-f]{2}/iu);
        expect([...made].length).toBeLessThanOrEqual(100);
        expect(fileNameFor(made, contentType)).toBe(made);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

test('in a form, only quotes and line breaks of a name are decoded', () => {
  expect(formFileName('50%22 %0d%0A%2F%25 %2522%zz.pdf')).toBe('50" \r\n%2F%25 %2522%zz.pdf');
});

test.each([
  ['a b.pdf', `filename="a b.pdf"; filename*=UTF-8''a%20b.pdf`],
  ['50%, "x"\\.pdf', `filename="50_, _x__.pdf"; filename*=UTF-8''50%25%2C%20%22x%22%5C.pdf`],
  ["o'(1)*!.pdf", `filename="o'(1)*!.pdf"; filename*=UTF-8''o%27%281%29%2A!.pdf`],
  ['😀é.pdf', `filename="__.pdf"; filename*=UTF-8''%F0%9F%98%80%C3%A9.pdf`],
])('%j is sent in both forms of RFC 6266', (name, expected) => {
  expect(attachment(name)).toBe(`attachment; ${expected}`);
});
