/* Plain values of data filters, apart from their schemas, so that a page reads them without the validator. */

import type { AssessmentTemplateName } from './assessment-definitions.ts'

/** Path of a field with one plain value in the body of an event. */
export const dataFilterPattern = /^[A-Za-z_]\w{0,63}(?:\.[A-Za-z_]\w{0,63}){0,7}$/

/** Characters of a value: of a longer text its begin counts. */
export const longestDataValue = 200

/** Fields by which reports of a template are filtered, beside its attributes, until somebody chooses others. */
export const defaultDataFilters: Readonly<Record<AssessmentTemplateName, readonly string[]>> = {
  CardPayment: [
    'transaction.txnType',
    'transaction.channel',
    'transaction.currency',
    'card.entryMode',
    'merchant.countryRegion',
  ],
  DeviceFingerprinting: [],
  LoyaltyProgram: ['user.userType', 'loyalty.programId', 'loyalty.tier', 'loyalty.activityType', 'shipping.method'],
  MoneyTransfer: [
    'transaction.txnType',
    'transaction.channel',
    'transaction.currency',
    'sender.account.countryRegion',
    'recipient.account.countryRegion',
  ],
  SoftwarePiracy: ['user.userType', 'software.productName', 'software.version', 'software.activityType'],
  Custom: ['user.userType', 'user.membershipType'],
}
