/** `npm start`: builds the page when its sources changed, then serves. */
import { buildPage } from './build.ts';

await buildPage();
await import('../server/main.ts');
