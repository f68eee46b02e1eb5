/**
 * Tests whole applications on a page that the browser translates. A seed determines which texts are translated and when. Uses up
 * to nine seeds.
 */
import { setUp } from '../support/browser/set-up.ts';
import { applyTranslated } from '../support/browser/translated-application.ts';
import { someOf } from '../support/rounds.ts';

const { server, testAlone: test } = await setUp();

test.for(someOf([2, 3, 4, 5, 6, 7, 8, 9, 10]))('a whole application, with seed %i', (seed, { applicant }) =>
  applyTranslated(applicant, server, seed),
);
