import { findEntity, type UploadColumn } from '@assay/risk-service/upload-files'

/** Values of the two rows of a sample file, by what an attribute is. */
const byFormat: Readonly<Record<NonNullable<UploadColumn['format']>, readonly [string, string]>> = {
  ip: ['203.0.113.7', '198.51.100.24'],
  email: ['ada@example.com', 'grace@example.com'],
  country: ['US', 'DE'],
  currency: ['USD', 'EUR'],
  language: ['en-US', 'de-DE'],
  phone: ['+1-2025550143', '+49-3055501199'],
  bin: ['411111', '550000'],
  last4: ['1111', '0004'],
}
const byType: Readonly<Record<UploadColumn['type'], readonly [string, string]>> = {
  string: ['', ''],
  int: ['1', '2'],
  double: ['1.00', '24.50'],
  boolean: ['True', 'False'],
  datetime: ['2026-01-15T09:30:00.000Z', '2026-01-16T18:05:12.250Z'],
  json: ['{}', '{}'],
}
/** Keys by which the files of several entities fit together. */
const keys: Readonly<Record<string, readonly [string, string]>> = {
  PurchaseId: ['P-1001', 'P-1002'],
  UserId: ['U-1', 'U-2'],
  MerchantPaymentInstrumentId: ['PI-1', 'PI-2'],
  TRANSACTIONNUMBER: ['T-1001', 'T-1002'],
  TERMINAL: ['POS-01', 'POS-02'],
  OPERATINGUNITNUMBER: ['052', '052'],
  STAFF: ['S-17', 'S-23'],
  TENDERTYPE: ['1', '2'],
  PAYMENTMETHODNUMBER: ['1', '2'],
  DEFAULTFUNCTION: ['Cash', 'Card'],
  NAME: ['Cash', 'Card'],
}

function valueOf({ name, type, format, values, maxLength }: UploadColumn, row: 0 | 1): string {
  const found = keys[name] ?? (format && byFormat[format]) ?? (values && [values[0], values[1] ?? values[0]])
  const text = found?.[row] ?? byType[type][row]
  if (text !== '' && text !== undefined) return text
  return `${name} ${row + 1}`.slice(0, maxLength)
}

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns a file of an entity with every column and two rows, which passes the checks. */
export function sampleFile(entityName: string): { name: string; text: string } {
  const { name, columns } = findEntity(entityName) ?? { name: entityName, columns: [] }
  const lines = [
    columns.map(column => column.name),
    ...([0, 1] as const).map(row => columns.map(column => valueOf(column, row))),
  ]
  return { name: `${name}.csv`, text: `${lines.map(cells => cells.map(csvCell).join(',')).join('\r\n')}\r\n` }
}
