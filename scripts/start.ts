/** `npm start`: builds the page and the server if their sources have changed, then serves. */
import { buildPage, buildServer } from './build.ts';

buildPage();
buildServer();
await import(import.meta.resolve('../dist/server/start/main.js'));
