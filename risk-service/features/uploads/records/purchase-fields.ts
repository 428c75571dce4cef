import type { FieldNormaliser } from '../../../engine/ingest/normalise.ts'
import { purchaseFieldNormaliser } from '../../../engine/ingest/precompiled-schemas.ts'
import type { ColumnType } from '../../../upload-files/entities/entities.ts'
import { compileReadCell, type ReadCell } from '../../../upload-files/values/cell-values.ts'
import { pathOfAttribute } from './attribute-paths.ts'
import type { BodyOptions } from './create-body.ts'

/** The kind of value that a cell of a type is. */
const kinds: Partial<Record<ColumnType, FieldNormaliser['kind']>> = {
  string: 'text',
  datetime: 'time',
  boolean: 'boolean',
  double: 'number',
  int: 'number',
}

/** A column of a file of purchases with the field that its cells fill. */
export interface PurchaseField {
  index: number
  /** Path of the object that has the field; `0` is the first element of a list. */
  parents: readonly string[]
  name: string
  /** `other`: the text of a cell is read, normalised and written; the bytes of others are mostly copied. */
  kind: FieldNormaliser['kind']
  /** Whether a text may be a card number, which is masked. */
  isMasked: boolean
  /** An object in one cell, to which fields of their own may add. */
  isObject: boolean
  /** Returns the normalised value of a cell; undefined for one that counts as absent. */
  read: ReadCell
}

/** Returns the fields of the columns of a file of purchases. */
export function purchaseFields({
  attributes,
  columns,
  columnOf,
  formats,
}: Omit<BodyOptions, 'entity'>): PurchaseField[] {
  return attributes.flatMap((attribute): PurchaseField[] => {
    const index = columns.indexOf(columnOf[attribute.name] ?? '')
    const sent = pathOfAttribute('Purchases', attribute.name)
    const field = sent === null ? null : purchaseFieldNormaliser(sent)
    const name = field?.path.at(-1)
    if (index < 0 || field === null || name === undefined) return []
    const format = formats[attribute.name]
    const read = compileReadCell(attribute, format)
    const isPlain = format === undefined && kinds[attribute.type] === field.kind
    return [
      {
        index,
        parents: field.path.slice(0, -1),
        name,
        kind: isPlain ? field.kind : 'other',
        isMasked: field.isMasked,
        isObject: attribute.type === 'json',
        read: cell => field.normalise(read(cell)),
      },
    ]
  })
}

/** The fields from which the facts of a purchase, its entities and its device are read. */
const facts: Readonly<Record<string, string>> = {
  '': 'purchaseId assessmentType merchantLocalDate totalAmount currency totalItemCount',
  user: 'userId email phoneNumber firstName lastName',
  deviceContext:
    'ipAddress trueIp deviceId externalDeviceId deviceContextId httpUserAgent browserLanguage screenResolution browserResolution os',
  shippingAddress: 'street1 city zipCode country firstName lastName phoneNumber',
  'paymentInstrumentList.0':
    'merchantPaymentInstrumentId payerId type cardType bin lastFourDigits expirationDate email holderName',
  'productList.0': 'quantity',
}
const factNames = new Map(Object.entries(facts).map(([parent, names]) => [parent, new Set(names.split(' '))]))

/** Whether enrichment reads a field; a test compares what it finds with what it finds in the whole purchase. */
export const isFact = ({ parents, name }: PurchaseField): boolean =>
  factNames.get(parents.join('.'))?.has(name) === true
