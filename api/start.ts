/** Start, heartbeat and finish of a session. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { finishTypes } from '../form/flow/finish.ts';
import { exactly, Moment } from './shape.ts';

export const Domain = exactly({
  id: Type.String(),
  domainKey: Type.String(),
  name: Type.String(),
  themeKey: Type.String(),
  termsUrl: Type.String(),
  storeId: Type.String({ description: 'The store in force, eight digits' }),
  assetLocation: Type.String(),
  createDateTime: Moment,
  updateDateTime: Moment,
});

export const Provider = exactly({
  id: Type.String(),
  providerId: Type.String(),
  name: Type.String(),
  fullName: Type.String(),
  abbrev: Type.String(),
});

export const StartResponse = exactly({
  webSessionId: Type.String(),
  domain: Domain,
  provider: Provider,
  sessionWarnCountdownMillis: Type.Integer(),
  sessionTimeoutMillis: Type.Integer(),
});

export const StartQuery = exactly({ storeId: Type.Optional(Type.String()) });
export const KeyParams = exactly({ key: Type.String() });

export const FinishParams = exactly({ type: Type.String({ description: finishTypes.join(', ') }) });

export type StartQuery = Static<typeof StartQuery>;
export type StartResponse = Static<typeof StartResponse>;
