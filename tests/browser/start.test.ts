/** Tests how an application starts: the swipe, the first two screens, the entry addresses, and what a new start erases. */
import { expect } from 'vitest';
import { startButton } from '../support/browser/first-screen.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin } from '../support/browser/steps.ts';
import { issueStartKey, lastStart } from '../support/start-keys.ts';
import { storedApplicationsOf } from '../support/stored-applications.ts';

const { server, test, testAlone } = await setUp();

const hour = 60 * 60_000;

test('a swipe past 60 percent, a tap, Enter and Space start the form; an early release snaps back', async ({
  applicant,
}) => {
  const { page, sees } = applicant;
  const { mouse, keyboard } = page;
  await page.goto(server.at('toro'));
  await sees('Apply for the');
  const intro = page.getByRole('main');
  await intro
    .getByText('Refreshing this page will require you to restart the application process.')
    .waitFor();
  await intro.getByText('If you do nothing for 10 minutes, we’ll clear this page to protect you.').waitFor();
  await intro.getByText('What you’ll need').click();
  const needed = intro.getByRole('group').getByRole('listitem');
  expect(await needed.allTextContents()).toContain(
    'Your date of birth, Social Security number, home address, email, phone, job, income, housing payment, and ownership share',
  );

  const track = (await startButton(applicant.page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const across = (part: number) => [track.x + 30 + track.width * part, track.y + track.height / 2] as const;
  const travelled = () =>
    startButton(applicant.page).evaluate((button) => button.style.getPropertyValue('--swipe'));
  await mouse.move(...across(0));
  await mouse.down();
  await mouse.move(...across(0.4), { steps: 4 });
  expect(Number.parseFloat(await travelled())).toBeGreaterThan(track.width * 0.3);
  await mouse.up();
  expect(await travelled()).toBe('0px');

  await mouse.move(...across(0));
  await mouse.down();
  await mouse.move(...across(0.7), { steps: 4 });
  await sees('Apply for the');
  await mouse.up();
  await sees('How we share your information');

  for (const press of ['tap', 'Enter', 'Space']) {
    await page.goBack();
    await sees('Apply for the');
    if (press === 'tap') await startButton(applicant.page).click();
    else {
      await startButton(applicant.page).focus();
      await keyboard.press(press);
    }
    await sees('How we share your information');
  }
});

test('the keyboard focus stays on the button when the session begins', async ({ applicant }) => {
  const { page } = applicant;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/apply/start', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/v1/apply/start');
  await page.goto(server.at('demo'));
  await asked;
  await startButton(applicant.page).focus();
  held.resolve();
  await page.waitForURL('**/apply');
  expect(await startButton(applicant.page).evaluate((button) => button === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.press('Enter');
  await applicant.sees('How we share your information');
});

testAlone(
  'a press before the page’s script has loaded shows a reaction immediately and takes effect later, with the key in the address',
  async ({ applicant }) => {
    const { page } = applicant;
    let arrive: () => void = () => undefined;
    const script = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await script;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`${server.at('toro')}/start/spring-show`, { waitUntil: 'commit' });
    const track = page.locator('.swipe');
    // A press changes the button's text in the same task, so the next frame shows the new text.
    const said = await track.evaluate((button: HTMLButtonElement) => {
      button.click();
      return button.textContent;
    });
    expect(said).toBe('Starting…');
    await page.clock.runFor(3000);
    expect(await track.textContent()).toBe('Slow connection…');
    expect(await page.getByRole('main').getByRole('status').textContent()).toBe('Slow connection…');
    await page.clock.resume();
    arrive();
    await applicant.sees('How we share your information');
    expect(await lastStart(server.services, 'toro')).toMatchObject({
      store_id: '10000205',
      entity_key: 'spring-show',
    });
  },
);

test('consent to sharing is required and consent for affiliates optional, and a person without authority can change that answer or end the application', async ({
  applicant,
}) => {
  const { page, next, sees, pick } = applicant;
  await page.goto(server.at('exmark'));
  await startButton(applicant.page).click();
  await sees('How we share your information');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  const affiliates = page.getByRole('checkbox', { name: /affiliates/ });
  expect(await affiliates.getAttribute('aria-required')).not.toBe('true');
  await next();
  await page.getByText('Check the box to agree. Required Field').waitFor();
  const sharing = page.getByRole('checkbox', { name: 'I have read this and I agree' });
  expect(await sharing.evaluate((box) => box === document.activeElement)).toBe(true);
  await sharing.check();
  await page.getByText('Check the box to agree. Required Field').waitFor({ state: 'detached' });
  await affiliates.check();
  await next();
  await sees(/authorized to act/);
  const drafts = () => storedApplicationsOf(server.services, 'exmark');
  await expect.poll(async () => JSON.stringify(await drafts())).toMatch(/"affiliates":/);

  await next();
  await page.getByText(/^Error: .* Required Field$/).waitFor();
  await pick('No');
  await next();
  await sees('You can’t apply online with this answer');
  await page.getByText(/visit your local merchant/i).waitFor();
  await page.getByRole('button', { name: 'Change my answer' }).click();
  await sees(/authorized to act/);
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await pick('No');
  await next();
  await page.getByRole('button', { name: 'End application' }).click();
  await sees('You ended your application');
  expect(new URL(page.url()).pathname).toBe('/apply/finish/cancel');
  await expect.poll(drafts).toMatchObject([{ status: 'cancelled', isErased: true }]);
});

test('each entry route starts with its store', async ({ applicant }) => {
  const { page } = applicant;
  const { id, key } = await issueStartKey(server.services);
  const routes: readonly (readonly [string, object])[] = [
    ['/start', { store_id: '10000002', start_key_id: null, entity_key: null }],
    [`/start/${key}`, { store_id: '20000001', start_key_id: id }],
    [`/${key.replaceAll('-', '')}`, { store_id: '20000001', start_key_id: id }],
    ['/start/main-street', { store_id: '10000102', entity_key: 'main-street' }],
    ['/Lakeside', { store_id: '10000202', entity_key: 'lakeside' }],
    ['/start?storeId=12345678', { store_id: '12345678', entity_key: null }],
    ['/start/lakeside?storeId=10000202', { store_id: '10000202', entity_key: 'lakeside' }],
  ];
  for (const [route, start] of routes) {
    await page.goto(server.at('demo') + route);
    await page.waitForURL(`${server.at('demo')}/apply`);
    await applicant.sees('Apply for the');
    expect(await lastStart(server.services, 'demo'), route).toMatchObject(start);
  }
});

test('an address that only the server uses starts an application without a key, and reports nothing', async ({
  applicant,
}) => {
  const { page } = applicant;
  await page.goto(`${server.at('demo')}/health`);
  await page.waitForURL(`${server.at('demo')}/apply`);
  await applicant.sees('Apply for the');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await lastStart(server.services, 'demo')).toMatchObject({ store_id: '10000002', entity_key: null });
});

test('a query prefills nothing (D19)', async ({ applicant }) => {
  const { page } = applicant;
  await begin(applicant, `${server.at('toro')}/apply?prefill=true&businessName=Foreign%20Lawns`);
  expect(await page.getByRole('textbox', { name: 'Legal business name' }).inputValue()).toBe('');
  expect(await page.locator('script[type="application/json"]').textContent()).not.toMatch(/prefill/i);
});

test('a path that begins with /start clears the typed text, and the server erases it once the session has ended', async ({
  applicant,
}) => {
  const { page, fill, next, sees } = applicant;
  page.on('dialog', (dialog) => dialog.accept());
  const drafts = () => storedApplicationsOf(server.services, 'cub-cadet');
  await begin(applicant, server.at('cub-cadet'));
  await applicant.pick('Limited liability company (LLC)');
  await fill('Legal business name', 'Bygone Lawns');
  await fill('Business email', 'office@lawns.example');
  await next();
  await sees('Tax ID and industry');
  await expect.poll(drafts).toMatchObject([{ status: 'draft', answers: { businessName: 'Bygone Lawns' } }]);
  await begin(applicant, `${server.at('cub-cadet')}/start`);
  expect(await page.getByRole('textbox', { name: 'Legal business name' }).inputValue()).toBe('');
  expect(await page.content()).not.toContain('Bygone');
  await expect.poll(drafts).toMatchObject([{ status: 'draft' }, { status: 'draft', answers: {} }]);
  server.advance(hour);
  await server.sweeper.runOnce();
  expect(await drafts()).toMatchObject([{ status: 'expired', isErased: true }, { status: 'expired' }]);
});
