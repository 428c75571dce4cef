import type { IntlShape } from 'react-intl'

/** Parts of events that have a word; what several kinds of events call differently has one. */
const partLabels: Readonly<Record<string, string>> = {
  address: 'address',
  billingaddress: 'billingAddress',
  calculatedfeatures: 'calculatedFeatures',
  device: 'device',
  devicecontext: 'device',
  deviceattributes: 'deviceAttributes',
  devicefingerprinting: 'device',
  email: 'email',
  paymentinstruments: 'paymentInstrument',
  paymentinstrumentlist: 'paymentInstrument',
  phone: 'phoneNumber',
  productlist: 'product',
  recipientuser: 'recipientUser',
  shippingaddress: 'shippingAddress',
  user: 'user',
}
const leafLabels: Readonly<Record<string, string>> = {
  countryregion: 'country',
  countryiso: 'country',
  emailvalue: 'email',
}

/** The prefix of every field of a routing rule or an event, without information of its own. */
const wrapperNames = new Set(['request', 'response', 'metadata', '_metadata'])

/** A word of the request in the reader's language, if it has a translation. */
function labelOf(intl: IntlShape, name: string): string | undefined {
  const id = `Rules.Field.${name}`
  return intl.messages[id] === undefined ? undefined : intl.formatMessage({ id })
}

/**
 * A field of an event in the reader's words: `Country (Shipping address)`. Fields without a translation are shown with
 * their name in the request: `httpSignature (deviceContext)`. Names that a customer gave stay unchanged.
 */
export function fieldLabel(intl: IntlShape, path: string, description?: string): string {
  const names = path.split('.')
  const leaf = names.at(-1) ?? path
  const part = names.at(-2)
  if (part?.toLowerCase() === 'custom' && description !== undefined) return description
  const field = labelOf(intl, leafLabels[leaf.toLowerCase()] ?? leaf)
  if (field === undefined) return part === undefined ? path : `${leaf} (${names.slice(0, -1).join('.')})`
  if (part === undefined || wrapperNames.has(part.toLowerCase())) return field
  const partLabel = partLabels[part.toLowerCase()]
  const inside = partLabel === undefined ? part : (labelOf(intl, partLabel) ?? part)
  return inside === field ? field : intl.formatMessage({ id: 'Rules.Field.In' }, { field, part: inside })
}

/** A part of an event in the reader's words; the name of one that a merchant made is split into its words. */
export const sectionLabel = (intl: IntlShape, name: string): string =>
  labelOf(intl, partLabels[name.toLowerCase()] ?? name) ?? wordsOf(name)

/** `loyaltyTier` is `Loyalty Tier`, `gift_message` is `Gift Message`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map(word => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')
