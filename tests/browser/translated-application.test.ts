/** Tests an application on a page that the browser translates. One seed determines which texts are translated and when. */
import { setUp } from '../support/browser/set-up.ts';
import { applyTranslated } from '../support/browser/translated-application.ts';

const { server, testAlone: test } = await setUp();

test('a whole application on a translated page', ({ applicant }) => applyTranslated(applicant, server, 1));
