/**
 * Tests that the first screen of each shipped program requests its HTML document, then all its files at the same time, and
 * nothing else.
 */
import { readdir } from 'node:fs/promises';
import { expectFilesAtOnce, expectFilesOnce } from '../support/browser/first-screen.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, testAlone: test } = await setUp();
const programs = await readdir('programs');

test.for(programs)(
  '%s: at a first start and a cold deep link, all files are asked for at once',
  async (program, { applicant }) => {
    for (const path of ['/', '/apply/business'])
      await expectFilesAtOnce(applicant, server.at(program) + path);
  },
);

test.for(programs)(
  '%s: a second visit asks for the document and nothing else, but for the start of its session',
  async (program, { applicant }) => expectFilesOnce(applicant, server, program, '/apply/business'),
);
