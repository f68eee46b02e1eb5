/** Limits how many bytes of uploads and of downloads are in memory at the same time, per node and per IP address (X18, S6). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { addressForLimits } from '../net/client-address.ts';

interface Held {
  readonly address: string;
  readonly bytes: number;
  readonly since: number;
  readonly socket: FastifyRequest['raw']['socket'];
  /** How many bytes the connection had carried in both directions when this body began. */
  readonly passedBefore: number;
}

const mebibyte = 1024 * 1024;

/** Maximum bytes of all bodies on a node: six of the largest documents. Handling them takes about four times this memory (S6). */
export const mostHeld = 64 * mebibyte;

/** Maximum total bytes of one IP address's uploads and downloads in progress. A whole office may share the address. */
const mostHeldOfAddress = 32 * mebibyte;
/** Maximum number of uploads and downloads that one IP address can have in progress. */
const mostBodiesOfAddress = 8;

const retryAfter = 10;

/** Milliseconds after which a node at the limit `mostHeld` cuts off a slow body, so slow clients don't block other clients. */
const graceMillis = 15_000;
/** The bytes per millisecond below which a body is slow: 128 kbit/s. */
const slowBytesPerMilli = 16;

const passed = (socket: Held['socket']) => socket.bytesRead + socket.bytesWritten - socket.writableLength;

/**
 * Returns a function that counts a body's bytes as held until the response or connection ends. It throws `rate_limited` beyond
 * an address's limit, and `unavailable` beyond the node's limit. A `limitsFactor` above 1 multiplies the limits per address.
 */
export function boundHeldBodies(limitsFactor: number) {
  const factor = Math.max(1, limitsFactor);
  const held = new Set<Held>();

  const sum = (bodies: Iterable<Held>) => [...bodies].reduce((total, { bytes }) => total + bytes, 0);

  function cutOffSlowBodies(bytes: number): void {
    const now = performance.now();
    const rate = ({ socket, passedBefore, since }: Held) => (passed(socket) - passedBefore) / (now - since);
    const slow = [...held]
      .filter((body) => now - body.since > graceMillis && rate(body) < slowBytesPerMilli)
      .sort((one, other) => rate(one) - rate(other));
    for (const body of slow) {
      if (sum(held) + bytes <= mostHeld) return;
      held.delete(body);
      body.socket.destroy();
    }
  }

  return (request: FastifyRequest, reply: FastifyReply, bytes: number): void => {
    const address = addressForLimits(request.clientAddress);
    const own = [...held].filter((body) => body.address === address);
    if (own.length >= mostBodiesOfAddress * factor || sum(own) + bytes > mostHeldOfAddress * factor)
      throw new ApiError('rate_limited', 'Too many documents at once. Try again soon.', { retryAfter });
    if (sum(held) + bytes > mostHeld) cutOffSlowBodies(bytes);
    if (sum(held) + bytes > mostHeld)
      throw new ApiError('unavailable', 'Too many documents at the moment. Try again soon.', { retryAfter });
    // If the client has already disconnected, no later event would release the bytes.
    if (reply.raw.closed) return;
    const { socket } = request.raw;
    const body = { address, bytes, since: performance.now(), socket, passedBefore: passed(socket) };
    held.add(body);
    const release = () => held.delete(body);
    reply.raw.once('finish', release).once('close', release);
  };
}
