import { passesLuhn } from '../../contract/common/luhn.ts'

/** Keys whose values are never stored, whatever the schema; compared without case. */
const neverStoredKeys = new Set([
  'passwordhash',
  'password',
  'encryptedcreditcardnumber',
  'cvv',
  'cvc',
  'cvvcode',
  'securitycode',
])

/** Returns true when a field of this name must not be stored. */
export function isNeverStored(lowerKey: string): boolean {
  return neverStoredKeys.has(lowerKey)
}

/** Long numbers that are no card numbers but can look like one: masking them would break identity. */
const identifierKeys = new Set([
  'purchaseid',
  'originalorderid',
  'trackingid',
  'userid',
  'productid',
  'sku',
  'imei',
  'devicecontextid',
  'sessionid',
  'deviceid',
  'externaldeviceid',
  'labelobjectid',
  'phonenumber',
  'membershipid',
  'ticketnumber',
  'attemptid',
  'terminalid',
  'storeid',
  'merchantidentifier',
  'recurringsubscriptionid',
])

export function mayHoldCardNumber(lowerKey: string): boolean {
  return !identifierKeys.has(lowerKey)
}

const cardNumberPattern = /^[2-6](?:[ -]?\d){12,18}$/

/**
 * Masks a value that is a full card number (13 to 19 digits of a card range, right Luhn check digit): the first six and
 * the last four digits remain, which the product may store.
 */
export function maskCardNumber(text: string): string {
  if (text.length < 13 || text.length > 37 || !cardNumberPattern.test(text)) return text
  const digits = text.replace(/[ -]/g, '')
  return passesLuhn(digits) ? `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}` : text
}

/** Replaces U+0000 and lone surrogates, which PostgreSQL's jsonb does not accept, by U+FFFD. */
export function sanitiseText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\u0000') ? whole.replaceAll('\u0000', '\uFFFD') : whole
}

/**
 * Returns the beginning of a text that is too long. The database accepts no half of a surrogate pair, so none is left
 * at the end.
 */
export function truncateText(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).toWellFormed()
}
