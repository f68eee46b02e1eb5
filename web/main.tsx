/** Takes over the page in the browser: the prerendered first screen is kept, on any other address it gives way. */
import './theme/page.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { showsIntro } from './routes.tsx';
import { readBoot } from './session/boot.ts';

const page = (
  <StrictMode>
    <App boot={readBoot()} />
  </StrictMode>
);
const root = document.getElementById('root');
if (root && showsIntro(location.pathname)) hydrateRoot(root, page);
else if (root) createRoot(root).render(page);
