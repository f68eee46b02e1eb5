/** Starts the server (`serve.ts`) with the compiled code of the last start, where that was kept. */
import { keepCompiled } from '../processes/compiled-code.ts';
import { keepMemoryOutOfCoreFiles } from '../processes/core-files.ts';

keepMemoryOutOfCoreFiles();
keepCompiled();
await import('./serve.ts');
