/** The schemas of challenges in ALTCHA's format. A client may have to solve a challenge before it can start a session (D47). */
import Type, { type Static } from 'typebox';
import { exactly, object } from './shape.ts';

export const Challenge = object('Challenge', {
  parameters: exactly({
    algorithm: Type.Literal('PBKDF2/SHA-256'),
    cost: Type.Integer({ description: 'Iterations of each attempt' }),
    data: exactly({
      for: Type.String({ description: 'The host and network that the challenge is valid for' }),
      until: Type.String({ description: 'When the challenge expires' }),
    }),
    keyLength: Type.Integer({ description: 'In bytes' }),
    keyPrefix: Type.String({ description: 'Beginning of the key that the counter must derive, in hex' }),
    keySignature: Type.String(),
    nonce: Type.String({
      description:
        'In hex; the password is this followed by the counter as four bytes, most significant first',
    }),
    salt: Type.String({ description: 'In hex' }),
  }),
  signature: Type.String(),
});

/** A solved challenge: the counter that the client found, and the key derived from this counter, in hexadecimal. */
export const SolvedChallenge = exactly({
  challenge: Challenge,
  solution: exactly({
    counter: Type.Integer(),
    derivedKey: Type.String(),
    time: Type.Optional(Type.Number()),
  }),
});

/** The header with the solved challenge, in a call that starts a session. */
export const ChallengeSolution = Type.Object({
  'x-challenge-solution': Type.Optional(
    Type.String({
      description:
        'After a 429 with a `challenge`: base64 of the JSON `{ challenge, solution: { counter, derivedKey } }`',
    }),
  ),
});

export type ChallengeSolution = Static<typeof ChallengeSolution>;
export type Challenge = Static<typeof Challenge>;
export type SolvedChallenge = Static<typeof SolvedChallenge>;
