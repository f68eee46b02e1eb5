/** Takes over the page in the browser: the prerendered first screen is kept, on any other address it gives way. */
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { showsIntro } from './entry.ts';
import { FirstScreen } from './first-screen.tsx';
import { readBoot } from './session/boot.ts';

const root = document.getElementById('root');
const boot = readBoot();
if (root && showsIntro(location.pathname))
  hydrateRoot(
    root,
    <StrictMode>
      <FirstScreen boot={boot} />
    </StrictMode>,
  );
else if (root)
  import('./app.tsx').then(async ({ App, resumeApplication }) => {
    const session = await resumeApplication(boot);
    createRoot(root).render(
      <StrictMode>
        <App session={session} />
      </StrictMode>,
    );
  });
