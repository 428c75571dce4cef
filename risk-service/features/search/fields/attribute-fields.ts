import type { SearchFieldGroup, SearchFieldType } from '../../../contract/index.ts'
import type { Attribute } from '../../../engine/ingest/attributes.ts'
import type { CatalogueField, FieldSource } from './field-types.ts'

const groupsByBlock: Readonly<Record<string, SearchFieldGroup>> = {
  user: 'user',
  email: 'user',
  phone: 'user',
  recipientUser: 'user',
  signInHistory: 'user',
  deviceContext: 'device',
  device: 'device',
  shippingAddress: 'addresses',
  address: 'addresses',
  addressList: 'addresses',
  paymentInstrumentList: 'payment',
  paymentInstruments: 'payment',
  threeDS: 'payment',
  productList: 'products',
  marketingContext: 'marketing',
  ssoAuthenticationProvider: 'marketing',
  recentUpdates: 'marketing',
  metadata: 'event',
  _metadata: 'event',
  customData: 'custom',
  additionalParams: 'custom',
}

/** Blocks of enrichment, which are attributes of rules and no part of the stored request. */
const enriched: ReadonlySet<string> = new Set(['deviceAttributes', 'calculatedFeatures', 'riskScore', 'botScore'])

/** Attributes that are removed before an event is stored, and those of the envelope of a call. */
const absent = /(^|\.)(passwordHash|encryptedCreditCardNumber)$|^(name|version|tenantId)$/

const pathPattern = /^[\w-]+(\.[\w-]+)*$/

function fieldTypeOf(attribute: Attribute): SearchFieldType | null {
  switch (attribute.type) {
    case 'number':
    case 'boolean':
      return attribute.type
    case 'date-time':
      return 'time'
    case 'string':
      return attribute.values !== undefined ? 'choice' : /(^|\.)\w*ip(address)?$/i.test(attribute.path) ? 'ip' : 'text'
    default:
      return null
  }
}

/** Whether the attribute or one of the blocks around it is a list. */
function isMany(path: string, lists: ReadonlySet<string>): boolean {
  const parts = path.split('.')
  return parts.some((_, index) => lists.has(parts.slice(0, index + 1).join('.')))
}

/** Turns the scalar attributes of a schema into fields. */
export function fieldsOfAttributes(
  attributes: readonly Attribute[],
  groupOf: (path: string) => SearchFieldGroup,
  sourceOf: (path: string) => FieldSource,
  idOf: (path: string) => string = path => path,
): CatalogueField[] {
  const lists = new Set(attributes.filter(({ type }) => type === 'array').map(({ path }) => path))
  const blocks = new Set(attributes.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.')))))
  return attributes.flatMap((attribute): CatalogueField[] => {
    // A list without attributes of its own has plain values.
    const plainList = attribute.type === 'array' && !blocks.has(attribute.path)
    const type = plainList ? 'text' : fieldTypeOf(attribute)
    if (type === null || !pathPattern.test(attribute.path)) return []
    return [
      {
        id: idOf(attribute.path),
        group: groupOf(attribute.path),
        type,
        many: isMany(attribute.path, lists),
        indexed: false,
        ...(attribute.values === undefined ? {} : { values: [...attribute.values] }),
        source: sourceOf(attribute.path),
        offered: true,
      },
    ]
  })
}

/** Returns the attributes that stored requests can have. */
export const storedAttributes = (attributes: readonly Attribute[]): Attribute[] =>
  attributes.filter(({ path }) => !enriched.has(path.split('.')[0] ?? '') && !absent.test(path))

/** Returns attributes of the stored request as fields. */
export function requestFields(attributes: readonly Attribute[], others: SearchFieldGroup): CatalogueField[] {
  return fieldsOfAttributes(
    attributes,
    path => (path.includes('billingAddress.') ? 'addresses' : (groupsByBlock[path.split('.')[0] ?? ''] ?? others)),
    path => ({ kind: 'request', path }),
  )
}

/** Returns the blocks whose attributes no schema lists: custom data. */
export function openBlocks(attributes: readonly Attribute[]): string[] {
  return attributes
    .filter(({ path, type }) => type === 'object' && !attributes.some(each => each.path.startsWith(`${path}.`)))
    .map(({ path }) => path)
}
