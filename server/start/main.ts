/** Starts the server (`serve.ts`). Uses the compile cache of the last start, if there is one. */
import { keepCompiled } from '../processes/compiled-code.ts';
import { keepMemoryOutOfCoreFiles } from '../processes/core-files.ts';

keepMemoryOutOfCoreFiles();
keepCompiled();
await import('./serve.ts');
