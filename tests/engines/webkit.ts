/** Drives WebKit with WebDriver: WebKitGTK's MiniBrowser, on a separate display and message bus. */
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import type { WebDriver } from 'selenium-webdriver';
import { Builder, By, Key as Keys, Origin } from 'selenium-webdriver';
import { phone } from '../support/browser/applicant.ts';
import { withOwnFonts } from '../support/browser/fonts.ts';
import type { Key } from '../support/browser/hands.ts';
import type { Engine, Tab } from './engine.ts';
import { personAt } from './person.ts';

const programs = ['WebKitWebDriver', 'xvfb-run', 'dbus-run-session'];

const findMiniBrowser = () => globSync('/usr/lib/{*/,}webkit{2,}gtk-*/MiniBrowser')[0];

function missing(): string | undefined {
  const isThere = findMiniBrowser() && programs.every((program) => existsSync(`/usr/bin/${program}`));
  return isThere
    ? undefined
    : 'WebKitGTK; on Debian apt-get install webkit2gtk-driver xvfb xauth dbus-daemon';
}

/** Returns a port on which nothing listens. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Starts the driver and waits until it responds. Returns its address, and a function that ends the driver with all processes that
 * it started.
 */
async function startDriver(): Promise<{ readonly address: string; readonly stop: () => void }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // Makes the screen so small that its middle, where the pointer is, lies within the window. Without a window manager, the window
  // gets the focus only if the pointer is within it.
  const display = ['-a', '-s', '-screen 0 480x960x24', 'dbus-run-session', '--'];
  const driver = spawn('xvfb-run', [...display, 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    env: withOwnFonts(),
    stdio: 'ignore',
  });
  const stop = () => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid);
  };
  const deadline = Date.now() + 20_000;
  for (;;) {
    const response = await fetch(`${address}/status`).catch(() => undefined);
    if (response?.ok) return { address, stop };
    if (driver.exitCode !== null || Date.now() > deadline) {
      stop();
      throw new Error('WebKitWebDriver does not start.');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const keys: Readonly<Record<Exclude<Key, 'Shift+Tab'>, string>> = {
  Tab: Keys.TAB,
  Enter: Keys.ENTER,
  Space: Keys.SPACE,
  Escape: Keys.ESCAPE,
  ArrowDown: Keys.ARROW_DOWN,
};

function connect(address: string): Promise<WebDriver> {
  return new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
    })
    .build();
}

export const webkit: Engine = {
  name: 'webkit',
  // The driver supports touch only on phones.
  means: ['pointer', 'keys'],
  missing,
  open: async (means) => {
    const { address, stop } = await startDriver();
    const driver = await connect(address).catch((error) => {
      stop();
      throw error;
    });
    await driver.manage().window().setRect(phone);
    const tab: Tab = {
      goTo: (url) => driver.get(url),
      inPage: (run, ...args) => driver.executeScript(`return (${run})(...arguments)`, ...args),
      pressAt: (x, y) =>
        driver
          .actions()
          .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
          .click()
          .perform(),
      type: (text) => driver.actions().sendKeys(text).perform(),
      pressKey: (key) => {
        const actions = driver.actions();
        return key === 'Shift+Tab'
          ? actions.keyDown(Keys.SHIFT).sendKeys(Keys.TAB).keyUp(Keys.SHIFT).perform()
          : actions.sendKeys(keys[key]).perform();
      },
      giveFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
      picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      end: async () => {
        await driver.quit().catch(() => {});
        stop();
      },
    };
    return personAt(tab, means);
  },
};
