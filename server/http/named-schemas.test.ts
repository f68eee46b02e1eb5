import { expect, test } from 'vitest';
import { withNamedSchemas } from './named-schemas.ts';

const street = { type: 'string', title: 'Street' };
const address = { type: 'object', title: 'Address', properties: { street } };

test('each named schema appears once, with references to the others', () => {
  expect(withNamedSchemas({ one: { schema: address }, other: [address, street] })).toEqual({
    paths: {
      one: { schema: { $ref: '#/components/schemas/Address' } },
      other: [{ $ref: '#/components/schemas/Address' }, { $ref: '#/components/schemas/Street' }],
    },
    schemas: {
      Address: {
        type: 'object',
        title: 'Address',
        properties: { street: { $ref: '#/components/schemas/Street' } },
      },
      Street: street,
    },
  });
});

test('a member named title does not name the schema', () => {
  const letter = { type: 'object', properties: { title: { type: 'string' } } };
  expect(withNamedSchemas({ letter })).toEqual({ paths: { letter }, schemas: {} });
});

test('two different schemas with one name are refused', () => {
  const other = { ...street, maxLength: 10 };
  expect(() => withNamedSchemas([street, other])).toThrow('Two schemas are named Street.');
});
