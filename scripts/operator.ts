/**
 * `npm run operator -- …` runs the operator's command line. Runs the built version if it is up to date, as in production, where
 * the packages that the sources import are not installed. Otherwise runs the command line directly from the sources.
 */
import { isServerBuilt } from './build-stamp.ts';

await import(
  import.meta.resolve(isServerBuilt() ? '../dist/server/operator/main.js' : '../server/operator/main.ts')
);
