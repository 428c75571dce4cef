export type JsonObject = Record<string, unknown>

/** Fields in the order of reading, on every level: who and what first. All others follow. */
const fieldOrder = new Map(
  (
    'purchaseId assessmentType metadata signUpId loginId name version merchantTimeStamp merchantLocalDate customerLocalDate totalAmount salesTax currency shippingMethod isGuestCheckout distinctItemCount totalItemCount ' +
    'user userId creationDate firstName lastName username country zipCode language phoneNumber email profileType isEmailValidated isPhoneNumberValidated ' +
    'deviceContext deviceContextId ipAddress provider externalDeviceType shippingAddress paymentInstrumentList purchaseAmount merchantPaymentInstrumentId type cardType bin lastFourDigits holderName ' +
    'expirationDate state billingAddress street1 city productList productId productName sku category market purchasePrice quantity'
  )
    .split(' ')
    .map((key, index) => [key, index]),
)

/** The database does not preserve the order of keys. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (typeof value !== 'object' || value === null) return value
  const place = (key: string) => fieldOrder.get(key) ?? fieldOrder.size
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => place(a) - place(b))
      .map(([key, each]) => [key, sortFields(each)]),
  )
}

/** Pretty JSON, and back; null when it is no JSON object. */
export const serialiseJsonObject = (value: JsonObject): string => JSON.stringify(sortFields(value), null, 2)
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
