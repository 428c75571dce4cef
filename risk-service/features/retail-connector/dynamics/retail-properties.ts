import type { RetailEntity } from '../../../contract/index.ts'

/** An entity of the retail system, and its properties that are requested: the columns of the file, as it writes them. */
interface EntitySet {
  name: string
  properties: readonly string[]
  /** Properties that identify a row, for the order of pages. */
  key: readonly string[]
  /** Whether rows have the time of their last change; others are read whole. */
  hasTime: boolean
}

/** The property with the time at which the batch of a change began to be stored. */
export const timeProperty = 'SyncStartDateTime'

const key = ['TransactionNumber', 'Terminal', 'OperatingUnitNumber']

export const entitySets: Readonly<Record<RetailEntity, EntitySet>> = {
  PaymentMethod: {
    name: 'RetailPaymentMethods',
    properties: ['PaymentMethodNumber', 'DefaultFunction', 'Name'],
    key: ['PaymentMethodNumber'],
    hasTime: false,
  },
  Transactions: {
    name: 'RetailTransactions',
    properties: [
      ...key,
      'Staff',
      'TransactionDate',
      'TransactionTime',
      'NetAmount',
      'SaleIsReturnSale',
      'RefundReceiptId',
      'TotalManualDiscountAmount',
      'Currency',
      'TransactionStatus',
      timeProperty,
    ],
    key,
    hasTime: true,
  },
  Sales: {
    name: 'RetailTransactionSalesLinesV2',
    properties: [
      ...key,
      'LineNumber',
      'Quantity',
      'LineDiscount',
      'LineManualDiscountAmount',
      'PeriodicDiscountAmount',
      'CategoryName',
      'ItemId',
      'BarCode',
      'TransactionStatus',
      timeProperty,
    ],
    key: [...key, 'LineNumber'],
    hasTime: true,
  },
  Payments: {
    name: 'RetailTransactionPaymentLinesV2',
    properties: [
      ...key,
      'LineNumber',
      'TenderType',
      'VoidStatus',
      'MerchantPaymentInstrumentId',
      'TransactionStatus',
      timeProperty,
    ],
    key: [...key, 'LineNumber'],
    hasTime: true,
  },
}

/** Names of the enumerations that the retail system sends in place of their numbers. */
const noYes = { no: 0, yes: 1 }
export const enumerations: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  SALEISRETURNSALE: noYes,
  TRANSACTIONSTATUS: { none: 0, voided: 1, posted: 2, concluded: 3, cancelled: 4, onhold: 5, training: 6 },
  VOIDSTATUS: { ...noYes, none: 0, notvoided: 0, voided: 1 },
}
