/** The work that a start may ask for first (D47), by ALTCHA's scheme, and the header that brings its solution. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { exactly, named } from './shape.ts';

export const Challenge = named(
  'Challenge',
  exactly({
    parameters: exactly({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      cost: Type.Integer({ description: 'Iterations of each try' }),
      data: exactly({
        for: Type.String({ description: 'The host and network that it holds for' }),
        until: Type.String({ description: 'When it ends' }),
      }),
      keyLength: Type.Integer({ description: 'In bytes' }),
      keyPrefix: Type.String({ description: 'How the key of the counter that is sought begins, in hex' }),
      keySignature: Type.String(),
      nonce: Type.String({
        description: 'In hex; with the counter, four bytes, most significant first, the password',
      }),
      salt: Type.String({ description: 'In hex' }),
    }),
    signature: Type.String(),
  }),
);

/** A challenge with the counter that was found, and its key in hex. */
export const SolvedChallenge = exactly({
  challenge: Challenge,
  solution: exactly({
    counter: Type.Integer(),
    derivedKey: Type.String(),
    time: Type.Optional(Type.Number()),
  }),
});

/** The header of a start. */
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
