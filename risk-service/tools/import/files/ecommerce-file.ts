/** Columns of a shop's sign-up and first purchase, one user per row; the names are those of the file. */
export const ecommerceColumns = [
  'user_id',
  'signup_time',
  'purchase_time',
  'purchase_value',
  'device_id',
  'source',
  'browser',
  'sex',
  'age',
  'ip_address',
  'is_fraud',
] as const

export type Row = Readonly<Record<string, string | undefined>>
export interface RowIssue {
  column: string
  problem: string
}
export interface MappedRow {
  purchase: Record<string, unknown>
  label: Record<string, unknown>
}

/** Column with the time of a row: the newest becomes now, all others keep their distance. */
export const ecommerceTimeColumn = 'purchase_time'

const day = 86_400_000

/** Returns the UTC time of a cell such as `2015-04-18 02:47:11`; null for an invalid one. */
export function timeOf(cell: string | undefined): number | null {
  const date = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/.exec(cell ?? '')?.[1]
  if (!cell || date === undefined) return null
  const midnight = new Date(`${date}T00:00:00Z`)
  // The 31st of February would become the 3rd of March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return null
  const time = Date.parse(`${cell.replace(' ', 'T')}${/Z|[+-]\d{2}:?\d{2}$/.test(cell) ? '' : 'Z'}`)
  return Number.isNaN(time) ? null : time
}

/**
 * Whether a time can be in the past: clocks and zones may be off by a day. One wrong year would move all other rows.
 */
export function isPast(time: number, now: number): boolean {
  return time <= now + day
}

/**
 * Returns one row as a purchase and its label.
 * @param shift milliseconds added to every time of the row
 * @param now   a label that would be in the future is dated now
 */
export function mapEcommerce(row: Row, shift: number, now: number): MappedRow | RowIssue[] {
  const faults: RowIssue[] = ecommerceColumns.flatMap(column =>
    row[column]?.includes('\ufffd')
      ? [{ column, problem: `'${row[column]}' is not UTF-8: save the file as UTF-8` }]
      : [],
  )
  const need = (column: string): string => {
    const value = row[column]?.trim() ?? ''
    if (value === '') faults.push({ column, problem: 'is empty' })
    return value
  }
  const time = (column: string): number => {
    const value = timeOf(row[column]?.trim())
    if (value === null)
      faults.push({ column, problem: `'${row[column] ?? ''}' is not a time like 2015-04-18 02:47:11` })
    else if (!isPast(value, now)) faults.push({ column, problem: `'${row[column] ?? ''}' has not been yet` })
    return (value ?? 0) + shift
  }
  const userId = need('user_id')
  const value = need('purchase_value')
  const amount = Number(value)
  if (value !== '' && !(/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) && Number.isFinite(amount)))
    faults.push({ column: 'purchase_value', problem: `'${value}' is not an amount` })
  const signedUp = time('signup_time')
  const bought = time('purchase_time')
  const fraud = row['is_fraud']?.trim()
  if (fraud !== '0' && fraud !== '1')
    faults.push({ column: 'is_fraud', problem: `'${fraud ?? ''}' is neither 0 nor 1` })
  const ip = row['ip_address']?.trim() ?? ''
  if (ip !== '' && !/^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/.test(ip))
    faults.push({ column: 'ip_address', problem: `'${ip}' is not an IPv4 address` })
  const deviceId = need('device_id')
  if (faults.length > 0) return faults

  const purchaseId = `shop-${userId}`
  const at = new Date(bought).toISOString()
  const extra = Object.fromEntries(
    ['source', 'browser', 'sex', 'age'].flatMap(column => (row[column] ? [[column, row[column]]] : [])),
  )
  return {
    purchase: {
      purchaseId,
      assessmentType: 'Protect',
      merchantLocalDate: at,
      customerLocalDate: at,
      totalAmount: amount,
      currency: 'USD',
      user: { userId: `shop-user-${userId}`, creationDate: new Date(signedUp).toISOString() },
      deviceContext: { deviceContextId: deviceId, externalDeviceId: deviceId, ...(ip === '' ? {} : { ipAddress: ip }) },
      customData: extra,
      _metadata: { trackingId: purchaseId, merchantTimeStamp: at },
    },
    label: {
      labelObjectType: 'Purchase',
      labelObjectId: purchaseId,
      labelSource: 'CustomerEscalation',
      isFraud: fraud === '1',
      labelState: fraud === '1' ? 'Fraud' : 'NonFraud',
      // Fraud becomes known later than it happens.
      eventTimeStamp: new Date(Math.min(now, bought + 21 * day)).toISOString(),
      amount,
      currency: 'USD',
      _metadata: { trackingId: `${purchaseId}-label`, merchantTimeStamp: at },
    },
  }
}
