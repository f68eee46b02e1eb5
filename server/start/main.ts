/** Starts the server (`serve.ts`). */
import { prepareProcess } from '../processes/prepare-process.ts';

prepareProcess();
await import('./serve.ts');
