import { describe, expect, test } from 'vitest';
import { parseDeliverySecrets, webhookHeaders } from './webhook-signature.ts';

const published = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

function secretsOf(text: string) {
  return parseDeliverySecrets(text)?.get('bank') ?? [];
}

describe('webhookHeaders', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_999),
    body: ['{"test": ', Buffer.from('2432232314}')],
  };

  test('signs like the example that the scheme’s authors publish', async () => {
    expect(await webhookHeaders(message, secretsOf(`bank:${published}`))).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('signs with both secrets during a rotation, the newest first', async () => {
    const signatureOf = async (text: string) =>
      (await webhookHeaders(message, secretsOf(text)))['webhook-signature'];
    const both = await signatureOf(`bank:${other}\nbank:${published}`);
    expect(both).toBe(`${await signatureOf(`bank:${other}`)} ${await signatureOf(`bank:${published}`)}`);
  });
});

describe('parseDeliverySecrets', () => {
  test('reads the secrets of several providers', () => {
    const secrets = parseDeliverySecrets(`bank:${published}, second-bank:${other}\r\nbank:${other}\n`);
    expect([...(secrets ?? [])].map(([id, held]) => [id, held.length])).toEqual([
      ['bank', 2],
      ['second-bank', 1],
    ]);
  });

  const ofBytes = (length: number, different = length) =>
    `bank:whsec_${Buffer.from(Array.from({ length }, (_, at) => at % different)).toString('base64')}`;

  test.each([
    ['24 bytes', ofBytes(24)],
    ['64 bytes', ofBytes(64)],
    ['eight different bytes', ofBytes(32, 8)],
  ])('accepts %s', (_what, text) => {
    expect(parseDeliverySecrets(text)?.get('bank')).toHaveLength(1);
  });

  test.each([
    ['23 bytes', ofBytes(23)],
    ['65 bytes', ofBytes(65)],
    ['seven different bytes', ofBytes(32, 7)],
    [
      'base64 whose last letter has unused bits that are not zero',
      ofBytes(25).replace('==', '').replace(/.$/, 'B=='),
    ],
    ['nothing', ''],
    ['no provider', published],
    ['no prefix', 'bank:MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['no base64', 'bank:whsec_not base64'],
    ['too short', `bank:whsec_${Buffer.from('0123456789abcdefghijklm').toString('base64')}`],
    ['too long', `bank:whsec_${Buffer.alloc(65, '0123456789').toString('base64')}`],
    ['not random', `bank:whsec_${Buffer.alloc(32).toString('base64')}`],
    ['three of one provider', `bank:${published},bank:${other},bank:${published}`],
    ['a malformed entry among others', `bank:${published},other`],
  ])('refuses %s', (_what, text) => {
    expect(parseDeliverySecrets(text)).toBeUndefined();
  });
});
