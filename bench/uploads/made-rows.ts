import { createHash } from 'node:crypto'
import { type UploadEntityName, uploadLimits } from '../../risk-service/contract/index.ts'
import { findEntity } from '../../risk-service/upload-files/entities/entities.ts'

const day = 86_400_000
/** Rows are the same each time that they are made. */
const today = Date.now()

/** A file whose rows are made while it is read: no part of it is in memory longer than that. */
export interface MadeFile {
  entity: UploadEntityName
  columns: readonly string[]
  rowOf: (row: number) => readonly string[]
  count: number
}

/** A value of every attribute of a type. */
function valueOf(prefix: string, name: string, type: string, format: string | undefined, row: number): string {
  if (name === 'PurchaseId') return `${prefix}-${row}`
  if (name === 'UserId') return `u-${row % 5000}`
  if (format === 'currency') return 'USD'
  if (format === 'country') return 'DE'
  if (format === 'email') return `user${row % 5000}@example.com`
  if (format === 'ip') return `203.0.113.${row % 250}`
  if (format === 'phone') return `+49-${3_000_000_000 + (row % 5000)}`
  if (type === 'datetime') return new Date(today - 2 * day - row * 100).toISOString()
  if (type === 'double') return `${row % 900}.50`
  if (type === 'int') return `${row % 90}`
  if (type === 'boolean') return row % 2 === 0 ? 'True' : 'False'
  return type === 'json' ? '"{""level"":1}"' : `${name.slice(0, 6)}${row % 1000}`
}

const widest = findEntity('Purchases')?.columns ?? []

/** Purchases with a value in each of their columns. */
export const widePurchases = (count: number, prefix = 'p'): MadeFile => ({
  entity: 'Purchases',
  columns: widest.map(({ name }) => name),
  rowOf: row => widest.map(({ name, type, format }) => valueOf(prefix, name, type, format, row)),
  count,
})

/** Chargebacks with the columns that are required. */
export const narrowChargebacks = (count: number): MadeFile => ({
  entity: 'Chargebacks',
  columns: ['ChargebackId', 'Status', 'BankEventTimestamp', 'UserId', 'PurchaseId'],
  rowOf: row => [`c-${row}`, 'Inquiry', new Date(today - day - row * 100).toISOString(), `u-${row % 5000}`, `p-${row}`],
  count,
})

/** Purchases with the columns that are required, each with a payment instrument and a product. */
export const narrowPurchases = (count: number, prefix: string): MadeFile[] => [
  {
    entity: 'Purchases',
    columns: ['PurchaseId', 'MerchantLocalDate', 'TotalAmount', 'Currency', 'UserId'],
    rowOf: row => [
      `${prefix}-${row}`,
      new Date(today - 10 * day + row * 1000).toISOString(),
      '12.50',
      'USD',
      `u-${row % 500}`,
    ],
    count,
  },
  {
    entity: 'PaymentInstruments',
    columns: ['PurchaseId', 'MerchantPaymentInstrumentId', 'Type'],
    rowOf: row => [`${prefix}-${row}`, `card-${row % 500}`, 'CreditCard'],
    count,
  },
  {
    entity: 'Products',
    columns: ['PurchaseId', 'ProductId'],
    rowOf: row => [`${prefix}-${row}`, `shoe-${row % 40}`],
    count,
  },
]

/** The file of a data type that needs one: a row for one of the purchases. */
export const childrenOf = (prefix = 'p'): MadeFile[] =>
  narrowPurchases(1, prefix).filter(({ entity }) => entity !== 'Purchases')

/** Makes the chunks of a file, one after another. */
export function* chunksOf({ columns, rowOf, count }: MadeFile): Generator<Buffer> {
  let lines = [columns.join()]
  let open = Buffer.alloc(0)
  for (let row = 0; row < count; row++) {
    lines.push(rowOf(row).join())
    if (lines.length < 1000 && row + 1 < count) continue
    open = Buffer.concat([open, Buffer.from(`${lines.join('\n')}\n`)])
    lines = []
    for (; open.length >= uploadLimits.chunkSize; open = open.subarray(uploadLimits.chunkSize))
      yield open.subarray(0, uploadLimits.chunkSize)
  }
  if (open.length > 0) yield open
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
