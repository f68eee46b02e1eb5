/**
 * `npm run operator -- …` runs the operator's command line. Runs the built version if it is up to date, and the sources
 * otherwise. In production, only the built version can run, because the packages that the sources import are not installed.
 */
import { isServerBuilt } from './build-stamp.ts';

await import(
  import.meta.resolve(isServerBuilt() ? '../dist/server/operator/main.js' : '../server/operator/main.ts')
);
