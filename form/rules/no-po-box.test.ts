import { describe, expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { unreadable } from '../kinds/kind.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

const boxes = [
  'PO Box 12',
  'PO Box',
  'po box 12',
  'P.O. Box 12',
  'P.O Box 12',
  'P.O.Box 12',
  'P. O. Box 12',
  'P O Box 12',
  'PO. Box 12',
  'P.O.  BOX  12',
  'PO Box #12',
  'PO Box No. 12',
  'PO Box: 12',
  'PO BoX12',
  'POBox12',
  'POBOX 12',
  'P.O.B. 12',
  'P.O.B 12',
  'POB 12',
  'POB12',
  'POB',
  'PO B 12',
  'P-O Box 12',
  'PO-Box 12',
  'P.O.-Box 12',
  'P/O Box 12',
  'P_O_Box 12',
  'P0 Box 12',
  'P.0. Box 12',
  'PO B0X 12',
  'PO Bin 12',
  'P.O. Bx 12',
  'B0X 12',
  'P.O. Box A',
  'PO Box, Main Post Office',
  'Post Office Box 12',
  'POST OFFICE BOX 12',
  'Post  Office  Box',
  'Post-Office Box 12',
  'Post-Office-Box 12',
  'PostOfficeBox 12',
  'Post Office Bin 4',
  'Post Off. Box 12',
  'Post Ofc Box 12',
  'Post Box 12',
  'Postbox 12',
  'Postal Box 12',
  'Box',
  'box',
  'Box 12',
  'BOX 12',
  'Box12',
  'Box #12',
  'Box # 12',
  'Box#12',
  'Box-12',
  'Box – 12',
  'Box: 12',
  'Box (12)',
  'Box no. 12',
  'Box No 12',
  'Box No.12',
  'Box number 12',
  'Box B',
  'Box #B',
  'Box B, Greenacre',
  'Box 12B',
  'Bin',
  'Bin 4',
  'Bin #4',
  'BIN 4',
  'Bin no. 4',
  'Bin C',
];

const streets = [
  'Box Elder Rd',
  'Box Elder Rd 12',
  'Boxwood Ln',
  'Boxwood Ln 12',
  'Boxcar Way 7',
  'Boxer Ct',
  'Box Canyon Rd',
  'Box North Rd',
  'Boxé St',
  'Bin Creek Rd',
  'Bin Creek Rd 4',
  'Binney St',
  'Bingham Ave 3',
  'Binder Ln #4',
  'Post Oak Dr',
  'Post Oak Dr 12',
  'Post Rd 12',
  'Post Road',
  'Post Office Rd 12',
  'Post Office Square',
  'Postal Way 5',
  'Poster Ave',
  'Poblano Ln 5',
  'Pobst Rd',
  'Po Boy Ln',
  'Po’boy Ln 4',
  'P. O’Brien Rd',
  'P. O. Brown Ave',
  'Portobello Rd 12',
  'Expo Blvd 12',
  '1200 Expo Blvd',
  '12 Box St',
  '12 Post Office Rd',
  'Mailbox Ln 4',
  'Robin Rd 4',
  'Cabin 4, Lake Rd',
  'Pine Box Rd 4',
  '8111 Lyndale Ave S',
];

describe('noPoBox (D3)', () => {
  test.each(boxes)('refuses %j', (line) => {
    expect(obeysRule({ kind: 'noPoBox' }, line)).toBe(false);
  });

  test.each(streets)('takes %j', (line) => {
    expect(obeysRule({ kind: 'noPoBox' }, line)).toBe(true);
  });

  test('leaves what cannot be read to the rule of the shape', () => {
    expect(obeysRule({ kind: 'noPoBox' }, unreadable)).toBe(true);
  });
});

test('stands on the street of the business, not on the billing address (spec section 5)', () => {
  expect(messageFor(applicationFields.addressLine, '  p.o. box 12')).toBe('P.O. Boxes are not allowed');
  expect(messageFor(applicationFields.billingAddressLine, 'P.O. Box 12')).toBeNull();
});
