/** `npm start`: builds the page when its sources changed, then serves. */
import { buildPage } from './build.ts';

buildPage();
await import('../server/start/main.ts');
