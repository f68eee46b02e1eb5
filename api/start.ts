/** The schemas of the calls that start and finish a session. */
import Type, { type Static } from 'typebox';
import { finishTypes } from '../form/flow/finish.ts';
import { described, exactly, Moment, namesOf, object } from './shape.ts';

export const Domain = object('Domain', {
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

export const Provider = object('Provider', {
  id: Type.String(),
  providerId: Type.String(),
  name: Type.String(),
  fullName: Type.String(),
  abbrev: Type.String(),
});

/** How a draft of this session can be resumed, and whether this browser can already resume an earlier draft (D55). */
export const ResumeOptions = object('ResumeWays', {
  onDevice: Type.Boolean({
    description: 'Whether a draft of this session can be continued on this device',
  }),
  byEmail: Type.Boolean({ description: 'Whether a resume link can be sent by email' }),
  offered: Type.Boolean({ description: 'Whether this browser can continue an earlier draft now' }),
});

export const StartResponse = object('StartResponse', {
  webSessionId: Type.String(),
  domain: Domain,
  provider: Provider,
  sessionWarnCountdownMillis: Type.Integer(),
  sessionTimeoutMillis: Type.Integer(),
  resume: ResumeOptions,
});

export const StartQuery = exactly({ storeId: Type.Optional(Type.String()) });
export const KeyParams = exactly({ key: Type.String() });

export const FinishParams = namesOf(exactly({ type: described(Type.String(), { enum: finishTypes }) }));

export type StartQuery = Static<typeof StartQuery>;
export type ResumeOptions = Static<typeof ResumeOptions>;
export type StartResponse = Static<typeof StartResponse>;
