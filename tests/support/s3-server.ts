/**
 * An S3 server on the loopback interface: a proxy in front of s3rver, which checks signatures and stores objects as files. The
 * proxy refuses unsigned requests as a real bucket does, records requests, and can be made to fail.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/**
 * A way in which requests fail. `{ status, code }`: responds with this status and S3 error code. `hang`: never responds. `cut`:
 * closes the connection. `cut-short`: sends half of the body. `alter`: changes the first byte of the response. `spoil`: changes
 * the first byte of the stored object, and reports success. `lose`: carries out the request, then closes the connection.
 */
export type BucketFailure =
  | { readonly status: number; readonly code: string }
  | 'hang'
  | 'cut'
  | 'cut-short'
  | 'alter'
  | 'spoil'
  | 'lose';

export interface S3Server {
  /** Environment variables that make a server use this bucket. */
  readonly env: {
    readonly DOCUMENTS_URL: string;
    readonly DOCUMENTS_ACCESS_KEY_ID: string;
    readonly DOCUMENTS_SECRET_ACCESS_KEY: string;
  };
  /** The folder in which s3rver stores objects as files. */
  readonly folder: string;
  /** The HTTP methods of all requests so far, oldest first. */
  readonly asked: string[];
  failNext(...failures: readonly BucketFailure[]): void;
  /** Makes every request fail in this way until the function is called with undefined. */
  failAlways(failure: BucketFailure | undefined): void;
  /** Whether the bucket is public, so that clients may read objects without signing. */
  isPublic: boolean;
  /** The bucket's responses to `?versioning` and `?object-lock`, which s3rver does not support. */
  readonly configuration: Map<string, string>;
  /** Returns the sorted names of the objects below the server's prefix. */
  objects(): Promise<readonly string[]>;
  /** Returns the path of the file that holds an object. */
  fileOf(name: string): string;
  stop(): Promise<void>;
}

const bucket = 'cards';
const prefix = 'documents/of';
const ending = '._S3rver_object';

/** Starts an S3 server that stores its objects in an existing folder. */
export async function startS3Server(folder: string): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const asked: string[] = [];
  const failures: BucketFailure[] = [];
  let always: BucketFailure | undefined;
  const configuration = new Map<string, string>();

  const door = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const { method = '', url = '', headers } = request;
    asked.push(method);
    const failure = failures.shift() ?? always;
    if (failure === 'hang') return undefined;
    if (failure === 'cut') return request.socket.destroy();
    if (typeof failure === 'object') return refuse(response, failure.status, failure.code);
    if (headers.authorization === undefined && !s3.isPublic) return refuse(response, 403, 'AccessDenied');
    const [, question] = url.split('?');
    const configured = question && configuration.get(question.replace('=', ''));
    if (configured !== undefined && configured !== '') return response.end(configured);
    if (failure === 'spoil' && body.length > 0) body[0] = (body[0] ?? 0) ^ 1;
    const outgoing = httpRequest({ host: '127.0.0.1', port, method, path: url, headers });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const bytes = await bytesOf(answer);
    if (failure === 'lose') return request.socket.destroy();
    if (failure === 'alter' && bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 1;
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (failure !== 'cut-short') return response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
    return undefined;
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;

  const s3: S3Server = {
    env: {
      DOCUMENTS_URL: `${origin}/${bucket}/${prefix}?region=eu-central-1`,
      // The only credentials that s3rver accepts.
      DOCUMENTS_ACCESS_KEY_ID: 'S3RVER',
      DOCUMENTS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    folder,
    asked,
    failNext: (...next) => void failures.push(...next),
    failAlways: (failure) => {
      always = failure;
    },
    isPublic: false,
    configuration,
    objects: async () => {
      const names = await readdir(join(folder, bucket, prefix)).catch(() => []);
      return names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])).sort();
    },
    fileOf: (name) => join(folder, bucket, prefix, `${name}${ending}`),
    stop: async () => {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      await server.close();
    },
  };
  return s3;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
