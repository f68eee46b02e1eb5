import type { Copy } from '../../copy/copy.ts';

/** Why an upload waits: without a network as everywhere (D44), else because the server could not take it yet. */
export function waitingText({ noConnection, proof }: Copy['page'], because: 'offline' | 'failing'): string {
  return because === 'offline' ? noConnection : proof.failing;
}
