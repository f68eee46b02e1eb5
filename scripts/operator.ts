/**
 * `npm run operator -- …`: runs the built command line if it is that of the sources here, as in production, where the packages of
 * the sources are not installed; otherwise the sources.
 */
import { isServerBuilt } from './build.ts';

await import(
  import.meta.resolve(isServerBuilt() ? '../dist/server/operator/main.js' : '../server/operator/main.ts')
);
