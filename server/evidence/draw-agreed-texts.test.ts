import { expect, test } from 'vitest';
import { linesBetween, linesOf, whole, withText } from '../../tests/support/sample-evidence.ts';
import type { EvidencePackage } from './evidence-package.ts';

const hashMatches = 'Hash check The text matches this hash';

const certified = (owners: EvidencePackage['ownership']['owners'], title = 'Owner'): EvidencePackage => ({
  ...withText({ markdown: 'I certify.\n\n{certification}\n\nThe end.' }),
  ownership: { certifier: { name: 'Dana *Whitfield*', title }, owners },
});

test('the PDF prints the certified people where the agreement names them, as they were entered', async () => {
  const owners = [
    { name: 'Dana *Whitfield*', percent: 60 },
    { name: 'Ned <Foxglove>', percent: 40 },
  ];
  expect((await linesBetween(certified(owners), hashMatches)).slice(1)).toEqual([
    'I certify.',
    'Controlling party: Dana *Whitfield*, Owner',
    'Beneficial owners',
    'Name Share of the business',
    'Dana *Whitfield* 60%',
    'Ned <Foxglove> 40%',
    'The end.',
  ]);
  expect((await linesBetween(certified([], ''), hashMatches)).slice(1)).toEqual([
    'I certify.',
    'Controlling party: Dana *Whitfield*',
    'Beneficial owners: the application lists none.',
    'The end.',
  ]);
});

test('the PDF prints the HTML of a text that it cannot lay out, line by line', async () => {
  const undrawable = withText({
    markdown: 'You ~~may~~ must pay.',
    html: '<p>You\t<s>may</s> must\tpay.</p>\n \n<p>Second.</p>\n',
  });
  const lines = await linesBetween(undrawable, hashMatches);
  expect(lines.slice(1)).toEqual([
    'Text as HTML: a PDF cannot show its formatting',
    '<p>You <s>may</s> must pay.</p>',
    '<p>Second.</p>',
  ]);
});

test('the texts follow the trail on its page if there is room', async () => {
  const answers = [
    { title: 'Business', rows: Array.from({ length: 20 }, () => ({ label: 'Name', text: 'Larkspur' })) },
  ];
  const lines = await linesOf({ ...whole, answers });
  const trail = lines.slice(lines.indexOf('Audit trail'), lines.indexOf('Agreement texts'));
  expect(trail.length).toBeGreaterThan(5);
  expect(trail.filter((line) => / Page \d of \d$/.test(line))).toEqual([]);
});
