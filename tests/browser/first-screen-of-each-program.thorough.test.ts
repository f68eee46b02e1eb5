/**
 * Tests the requests for the first screen of each shipped program. At the first visit, the browser requests the HTML document,
 * then all its files at the same time, and nothing else. At a second visit, it requests only the document, and files that it has
 * not loaded before.
 */
import { readdir } from 'node:fs/promises';
import { expectFilesAtOnce, expectFilesOnce } from '../support/browser/first-screen.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp();
const programs = await readdir('programs');

test.for(programs)(
  '%s: at a first start and for a deep link without a cache, all files are requested at the same time',
  async (program, { applicant }) => {
    for (const path of ['/', '/apply/business'])
      await expectFilesAtOnce(applicant, server.at(program) + path);
  },
);

test.for(programs)(
  '%s: a second visit requests only the HTML document and the start of its session',
  async (program, { applicant }) => expectFilesOnce(applicant, server, program, '/apply/business'),
);
