import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { eicar } from '../../tests/support/eicar.ts';
import { assemble, finished, testObjectStream, testPdf, testStream } from '../../tests/support/pdf.ts';
import { checkDocument } from './check-document.ts';

const refused = (reason: string) => ({ ok: false, reason });

describe('harmless PDFs are kept byte for byte', () => {
  const kept = (bytes: Buffer) => ({ ok: true, contentType: 'application/pdf', bytes });

  test.each([
    ['pdfkit, plain', { compress: false }],
    ['pdfkit, compressed and tagged', { tagged: true, pdfVersion: '1.7' as const }],
  ])('%s, with a link, a form of names and a picture', async (_, options) => {
    const pdf = new PDFDocument(options);
    pdf.text('Articles of Organization (/JavaScript is a word here)', { link: 'https://example.com/' });
    pdf.outline.addItem('Page one');
    pdf.addPage().image(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const bytes = await finished(pdf);
    expect(await checkDocument(bytes)).toEqual(kept(bytes));
  });

  test.each<[string, Buffer]>([
    ['no frills', testPdf()],
    ['objects in an object stream', testPdf('', [testObjectStream(['<< /Title (a) >>', '[1 2]', '(text)'])])],
    [
      'an object stream that is not deflated',
      testPdf('', [testObjectStream(['<< >>'], '/Type /ObjStm', (data) => data)]),
    ],
    ['opening at a page', testPdf('/OpenAction [3 0 R /Fit]')],
    ['opening at a page by an action', testPdf('/OpenAction << /S /GoTo /D [3 0 R /Fit] >>')],
    ['opening the print dialog, elsewhere', testPdf('/OpenAction 4 0 R', ['<< /S /Named /N /Print >>'])],
    [
      'opening action in an object stream',
      testPdf('/OpenAction 50 0 R', [testObjectStream(['[3 0 R /Fit]'])]),
    ],
    ['a plain form', testPdf('/AcroForm << /Fields [] >>')],
    ['a web link', testPdf('', ['<< /S /URI /URI (https://example.com) >>'])],
    ['glyphs of short names', testPdf('', ['<< /Differences [1 /JS /AA /EF] >>'])],
    ['names in compressed data', testPdf('', [testStream('', Buffer.from('/JavaScript /Launch /AA /EF'))])],
    ['names in text', testPdf('', ['(/JavaScript \\) /Launch)', '<2f4a53>', '% /JavaScript\n<< >>'])],
    [
      'saved twice',
      Buffer.concat([testPdf(), Buffer.from('4 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF\r\n')]),
    ],
    ['padded by a scanner', Buffer.concat([testPdf(), Buffer.from('\r\n  \0\0\0')])],
    [
      'a wrong index',
      Buffer.from(
        testPdf()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(kept(bytes));
  });
});

describe('active PDFs are refused', () => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const hidden = testObjectStream([script]);

  test.each<[string, Buffer]>([
    ['a script on opening', testPdf(`/OpenAction ${script}`)],
    ['a script under a name', testPdf('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', [script])],
    ['a script in an object nobody names', testPdf('', [script])],
    ['escaped names', testPdf('', ['<< /S /J#61va#53cript /#4aS (app.alert(1)) >>'])],
    ['a launch action', testPdf('', ['<< /S /Launch /F (cmd.exe) >>'])],
    ['a form that sends itself', testPdf('', ['<< /S /SubmitForm /F (https://example.com) >>'])],
    ['a form that fetches', testPdf('', ['<< /S /ImportData /F (a.fdf) >>'])],
    ['an action on every page', testPdf('', ['<< /Type /Page /AA << /O 5 0 R >> >>'])],
    [
      'an XFA form',
      testPdf('/AcroForm << /XFA 4 0 R /Fields [] >>', [testStream('', Buffer.from('<xdp/>'))]),
    ],
    ['rich media', testPdf('', ['<< /Type /Annot /Subtype /RichMedia >>'])],
    ['a movie', testPdf('', ['<< /Type /Annot /Subtype /Movie >>'])],
    ['a web address on opening', testPdf('/OpenAction << /S /URI /URI (https://example.com) >>')],
    [
      'a web address on opening, elsewhere',
      testPdf('/OpenAction 4 0 R', ['<< /S /URI /URI (https://example.com) >>']),
    ],
    ['a chain on opening', testPdf('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>')],
    ['an opening action that cannot be found', testPdf('/OpenAction 99 0 R')],
    [
      'an opening action that is replaced',
      testPdf('/OpenAction 50 0 R', ['[3 0 R]', testObjectStream(['<< /S /URI >>'])]),
    ],
    ['a script in an object stream', testPdf('', [hidden])],
    [
      'an object stream without its type',
      testPdf('', [testObjectStream([script], '/Filter [/FlateDecode]')]),
    ],
    [
      'an object stream with escaped keys',
      testPdf('', [testObjectStream([script], '/Type /ObjStm /F#69lter /Fl')]),
    ],
    [
      'an object stream that is not deflated',
      testPdf('', [testObjectStream([script], '/Type /ObjStm', (data) => data)]),
    ],
    [
      'an object inside a stream',
      testPdf('', [testStream('', Buffer.from(`\n7 0 obj\n${script}\nendobj\n`))]),
    ],
    ['an object inside a string', testPdf('', [`(7 0 obj ${script} endobj)`])],
    ['an object with a comment in its header', testPdf('', [`null endobj 7 0%\nobj ${script}`])],
    ['a dictionary that seems to end', testPdf('', [`<< endobj stream\n /S /JavaScript /JS (a) >>`])],
    [
      'a dictionary closed by the wrong bracket',
      testPdf('', ['<< /A [ >> ] stream\n /S /JavaScript /JS (a) >>']),
    ],
    ['the trailer', assemble(['<< /Type /Catalog >>'], `/X ${script}`)],
  ])('%s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(refused('active_pdf'));
  });
});

describe('other PDFs that are refused', () => {
  const file = testStream('/Type /EmbeddedFile', Buffer.from(eicar));

  test.each<[string, Buffer, string]>([
    ['an attachment', testPdf('/Names << /EmbeddedFiles 4 0 R >>', ['<< /Names [] >>']), 'pdf_with_files'],
    ['a virus attached', testPdf('', [file, '<< /Type /Filespec /EF << /F 4 0 R >> >>']), 'pdf_with_files'],
    ['a paper clip', testPdf('', ['<< /Subtype /FileAttachment /FS 5 0 R >>']), 'pdf_with_files'],
    [
      'a ZIP behind the end',
      Buffer.concat([testPdf(), Buffer.from('PK\x05\x06'.padEnd(22, '\0'))]),
      'broken_pdf',
    ],
    [
      'a ZIP before the end',
      testPdf('', ['(PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0)']),
      'pdf_with_files',
    ],
    ['a program behind the end', Buffer.concat([testPdf(), Buffer.from('MZ\x90')]), 'broken_pdf'],
    ['a page before the header', Buffer.concat([Buffer.from('<html>\n'), testPdf()]), 'unknown_type'],
    [
      'a page in the first lines',
      Buffer.from(testPdf().toString('latin1').replace('%\xe2', '%<script>'), 'latin1'),
      'broken_pdf',
    ],
    ['no end', Buffer.from(testPdf().toString('latin1').replace('%%EOF', ''), 'latin1'), 'broken_pdf'],
    ['half of it', testPdf().subarray(0, 200), 'broken_pdf'],
    ['no pages', assemble(['<< /Type /Catalog >>']), 'broken_pdf'],
    [
      'a page that is none',
      assemble(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [9 0 R] /Count 1 >>']),
      'broken_pdf',
    ],
    [
      'a damaged object stream',
      testPdf('', [testObjectStream(['<< >>'], undefined, () => Buffer.from('rubbish'))]),
      'broken_pdf',
    ],
    [
      'an object stream by an unusual filter',
      testPdf('', [testObjectStream(['<< >>'], '/Filter /LZWDecode')]),
      'broken_pdf',
    ],
    [
      'an object stream with a predictor',
      testPdf('', [testObjectStream(['<< >>'], '/Filter /FlateDecode /DecodeParms 9 0 R')]),
      'broken_pdf',
    ],
    [
      'an object stream with its start elsewhere',
      testPdf('', [
        testStream('/N 1 /First 5 0 R /Filter /FlateDecode', deflateSync(Buffer.from('50 0 << >>'))),
      ]),
      'broken_pdf',
    ],
    [
      'an object stream with two starts',
      testPdf('', [testObjectStream(['<< >>'], '/Filter /FlateDecode /First 5')]),
      'broken_pdf',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await checkDocument(bytes)).toEqual(refused(reason));
  });

  test('an object stream that unfolds to too much', async () => {
    const bomb = testStream(
      '/N 1 /First 5 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(40 * 1_048_576, 32)),
    );
    expect(await checkDocument(testPdf('', [bomb]))).toEqual(refused('broken_pdf'));
  });

  test('nesting without end', async () => {
    expect(await checkDocument(testPdf('', ['['.repeat(100_000)]))).toEqual(refused('broken_pdf'));
  });

  test('objects that overlap so that each is read to the end', async () => {
    const overlapping = Buffer.from(' obj('.repeat(100_000));
    expect(await checkDocument(testPdf('', [testStream('', overlapping)]))).toEqual(refused('broken_pdf'));
  });

  test.each([
    ['a password to open', { userPassword: 'secret' }],
    ['a password to print', { ownerPassword: 'secret', permissions: { printing: 'lowResolution' as const } }],
  ])('%s', async (_, options) => {
    const pdf = new PDFDocument(options);
    pdf.text('Articles of Organization');
    expect(await checkDocument(await finished(pdf))).toEqual(refused('encrypted_pdf'));
  });

  test('encryption that only a reader would notice', async () => {
    expect(await checkDocument(assemble(['<< /Type /Catalog >>'], '/#45ncrypt 9 0 R'))).toEqual(
      refused('encrypted_pdf'),
    );
  });
});
