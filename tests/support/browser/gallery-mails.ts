/** Opens emails as pages in a browser, at the widths of a small phone and of a mail program on a desktop. */
import type { BrowserContext, Page } from 'playwright-core';
import { cardId } from '../../../server/delivery/mail-html.ts';
import { mailedCardSvg } from '../../../server/programs/card-face.ts';
import type { Program } from '../../../server/programs/programs.ts';
import { mailNames, sampleMails } from '../sample-mails.ts';

/** The widths at which emails must look right. */
export const mailWidths = [320, 600] as const;

interface MailEntry {
  /** The name of the entry, such as `mail-confirmation`. Valid as a file name. */
  readonly name: string;
  /** Opens the email in a new page as high as the email. The caller must close the page. */
  readonly open: (context: BrowserContext, program: Program, width: number) => Promise<Page>;
}

export const mails: readonly MailEntry[] = mailNames.map((name) => ({
  name: `mail-${name}`,
  open: async (context, program, width) => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 100 });
    await page.setContent(shown(sampleMails(program)[name].html, program));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height });
    return page;
  },
}));

/** Returns the HTML of an email with its card inlined. In a real email, the card is a separate part. */
function shown(html: string, program: Program): string {
  const card = Buffer.from(mailedCardSvg(program)).toString('base64');
  return html.replace(`cid:${cardId}`, `data:image/svg+xml;base64,${card}`);
}
