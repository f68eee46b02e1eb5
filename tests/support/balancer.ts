/** Runs a load balancer with its configuration file from `deploy/`, in front of nodes on this machine. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import {
  findProgram,
  listening,
  type Service,
  type ServiceFolder,
  serviceFolder,
  startService,
} from './services.ts';
import type { TestCertificate } from './test-certificate.ts';

export const balancers = ['haproxy', 'nginx'] as const;
export type BalancerName = (typeof balancers)[number];

export interface Balancer {
  readonly port: number;
  /** The HTTP port, which redirects to HTTPS. */
  readonly plainPort: number;
  readonly log: () => Promise<string>;
  /** Returns which node, 0 or 1, received each of the latest requests in the log, oldest first. */
  readonly latestNodes: () => Promise<readonly number[]>;
  readonly stop: () => Promise<void>;
}

/** `latestNodes` reads this number of lines from the end of the log. */
const latest = 150;

/** Returns whether the load balancer is installed on this machine. */
export function hasBalancer(name: BalancerName): boolean {
  return findProgram(name) !== undefined;
}

/** Starts a load balancer in front of the two nodes on these ports. The balancer serves HTTPS with this certificate. */
export async function startBalancer(
  name: BalancerName,
  nodes: readonly [number, number],
  { key, cert }: TestCertificate,
): Promise<Balancer> {
  const folder = await serviceFolder(name);
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificate = await folder.write('certificate.pem', `${cert}${key}`);
  const values: Readonly<Record<string, string>> = {
    CARD_HTTPS: `127.0.0.1:${port}`,
    CARD_HTTP: `127.0.0.1:${plainPort}`,
    CARD_CERTIFICATE: certificate,
    CARD_KEY: certificate,
    CARD_NODE1: `127.0.0.1:${nodes[0]}`,
    CARD_NODE2: `127.0.0.1:${nodes[1]}`,
    CARD_RUN: folder.path,
    CARD_LOG: 'stdout',
  };
  const service = await starting[name](folder, values);
  await listening(port, service);
  const logFile = (file: string) => readFile(join(folder.path, file), 'utf8');
  const log = async () =>
    name === 'nginx' ? (await logFile('error.log')) + (await logFile('access.log')) : service.output();
  const marksOf: readonly string[][] = nodes.map((node, at) => [` 127.0.0.1:${node}`, `/node${at + 1} `]);
  return {
    port,
    plainPort,
    log,
    latestNodes: async () =>
      (await log())
        .split('\n')
        .slice(-latest)
        .map((line) => marksOf.findIndex((marks) => marks.some((mark) => line.includes(mark))))
        .filter((at) => at >= 0),
    stop: async () => {
      await service.stop(name === 'nginx' ? 'SIGTERM' : 'SIGINT');
      await folder.remove();
    },
  };
}

type Start = (folder: ServiceFolder, values: Readonly<Record<string, string>>) => Promise<Service>;

const fileOf = (name: string) => join(import.meta.dirname, '../../deploy', name);

const starting: Readonly<Record<BalancerName, Start>> = {
  haproxy: ({ path: cwd }, env) =>
    startService(findProgram('haproxy') ?? '', ['-db', '-f', fileOf('haproxy.cfg')], { cwd, env }),
  // Fills in the variables of nginx.conf. Operators do this with the program `envsubst`, as a comment in the file says.
  nginx: async ({ path: cwd, write }, values) => {
    const text = await readFile(fileOf('nginx.conf'), 'utf8');
    const filledIn = text.replace(/\$\{(CARD_\w+)\}/g, (_, name: string) => values[name] ?? '');
    const config = await write('nginx.conf', filledIn);
    const args = ['-e', join(cwd, 'error.log'), '-c', config, '-g', 'daemon off;'];
    return startService(findProgram('nginx') ?? '', args, { cwd });
  },
};
