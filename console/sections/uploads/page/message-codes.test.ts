// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { checkFile } from '../testing/checked-file.ts'
import { stubWorker } from '../testing/worker-stub.ts'
import { UploadsPage } from './uploads-page.tsx'

/*
 * Each file goes through the check of the page itself. U-01, U-03 to U-08, U-11, U-14, U-20 and U-21 are in
 * uploads-page.test.ts. Only the service finds U-22, U-30 and U-40: run-page.test.ts shows them, and
 * e2e/data/data-upload.spec.ts has U-22 from both files. Other bad files are in bad-input.test.ts.
 */

beforeEach(() => {
  stubLayout()
  stubWorker()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const purchases = (column: string, value: string): string =>
  `PurchaseId,MerchantLocalDate,TotalAmount,Currency,UserId,${column}\nP-1,2026-01-04T09:12:00Z,12.50,EUR,U-1,${value}\n`
const refunds = (...rows: string[]): string =>
  ['RefundId,Status,UserId,PurchaseId,BankEventTimestamp,Amount', ...rows, ''].join('\n')
const refund = 'R-1,Approved,U-1,P-1,2026-01-04T09:12:00Z,12.50'

it.each<[code: string, entity: string, text: string, message: string | RegExp]>([
  ['U-10', 'Refunds', 'RefundId,Status,Amount\nR-1,Approved,12.50\n', "Map a column to 'UserId'."],
  [
    'U-12',
    'Refunds',
    refunds('R-1,Approved,U-1,P-1,yesterday,12.50'),
    "'yesterday' in 'BankEventTimestamp', row 2, is not an ISO 8601 date and time.",
  ],
  [
    'U-13',
    'Refunds',
    refunds('R-1,Approved,U-1,P-1,2026-01-04T09:12:00Z,much'),
    "'much' in 'Amount', row 2, is not a number.",
  ],
  [
    'U-13 of a whole number',
    'Purchases',
    purchases('RecurringChargeSequence', '1.5'),
    "'1.5' in 'RecurringChargeSequence', row 2, is not a whole number.",
  ],
  ['U-15', 'Purchases', purchases('IsTest', '1'), "'1' in 'IsTest', row 2, must be True or False."],
  [
    'U-16',
    'Labels',
    'LabelObjectType,LabelObjectId,LabelSource,EventTimeStamp\nShoe,P-1,Review,2026-01-04T09:12:00Z\n',
    /^'Shoe' in 'LabelObjectType', row 2, is not one of: Purchase,/,
  ],
  ['U-17', 'Purchases', purchases('IPAddress', '999.1.1.1'), /^'999\.1\.1\.1' in 'IPAddress', row 2, is not valid: /],
  [
    'U-18',
    'PaymentMethod',
    `PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME\n1,Cash,${'x'.repeat(61)}\n`,
    "'NAME' in row 2 is longer than 60 characters.",
  ],
  ['U-19', 'Purchases', purchases('CustomData', '{open'), "'CustomData' in row 2 is not valid JSON."],
  ['U-23', 'Refunds', refunds(refund, refund), /^Row 3 repeats the key R-1.*; the last row is used\.$/],
  [
    'U-24',
    'Refunds',
    refunds('R-1,Approved,U-1,P-1,2199-01-04T09:12:00Z,12.50'),
    "'2199-01-04T09:12:00Z' in 'BankEventTimestamp', row 2, is more than 24 hours in the future.",
  ],
])('%s is said by the page', async (_code, entity, text, message) => {
  await checkFile(UploadsPage, entity, text)
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
})

it('U-02 is said by the page, of a file that nobody reads', async () => {
  await checkFile(UploadsPage, 'Refunds', refunds(refund), { size: 10 * 2 ** 30 + 1 })
  expect(
    (await screen.findAllByText('The file is larger than 10 GB. Split it and upload the parts one after another.'))
      .length,
  ).toBeGreaterThan(0)
})
