/** Renders the first screen of each program on the server, once when the server starts (`docs/decisions/first-screen.md`). */
import inlineText from 'virtual:inline-script';
import type { ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import type { Boot } from '../../api/boot.ts';
import { HelpProvider } from '../components/dialogs/help-panel.tsx';
import { Loading } from '../components/loading.tsx';
import { Drawing } from '../components/pictures.tsx';
import { FirstCopyContext } from '../copy/copy-context.ts';
import { firstCopy } from '../copy/page-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { IntroScreen } from '../screens/intro-screen.tsx';
import { PageShell } from '../screens/page-shell.tsx';
import { customScreensFile } from '../screens/parts.ts';
import noProgramCss from '../theme/no-program.css?inline';
import { showsIntro } from './entry.ts';

async function html(node: ReactElement): Promise<string> {
  const { prelude } = await prerender(node);
  return new Response(prelude).text();
}

function rendered(boot: Boot, screen: Elements): Promise<string> {
  return html(
    <FirstCopyContext value={firstCopy}>
      <HelpProvider>
        <PageShell boot={boot}>{screen}</PageShell>
      </HelpProvider>
    </FirstCopyContext>,
  );
}

/** Returns the content of the page's root element for a URL that shows the intro. */
export function renderIntro(boot: Boot): Promise<string> {
  return rendered(boot, <IntroScreen boot={boot} />);
}

/** Gray rectangles where a heading and inputs will appear. They use no CSS, because every document would contain this CSS. */
const placeholder = { width: '100%', fill: '#80808030' } as const;
const headingPlaceholder = (
  <svg {...placeholder} height="92" aria-hidden="true">
    <rect y="40" width="70%" height="36" rx="8" />
  </svg>
);
const inputsPlaceholder = (
  <svg {...placeholder} height="340" aria-hidden="true">
    {[0, 120, 240].map((y) => (
      <g key={y}>
        <rect y={y} width="35%" height="20" rx="8" />
        <rect y={y + 32} width="100%" height="56" rx="8" />
      </g>
    ))}
  </svg>
);

/** Returns the content of the root element for any other URL, for example after a reload on a later step: a loading sign. */
export function renderLoading(boot: Boot): Promise<string> {
  return rendered(
    boot,
    <div className="page-body">
      <main className="page-main">
        {headingPlaceholder}
        <Loading />
        {inputsPlaceholder}
      </main>
    </div>,
  );
}

export const isIntroPath = showsIntro;

/** Name of the file that renders the intro. A document without a prerendered intro loads this file immediately. */
export const drawsIntro = customScreensFile;

export const inlineScript = inlineText;

/** Content of the page for a host name that has no program: the whole style sheet, and a picture as HTML. */
export const noProgram = { css: noProgramCss, picture: await html(<Drawing name="mailbox" />) };
