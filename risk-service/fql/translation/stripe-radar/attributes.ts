import type { Phrase } from '../result/phrases.ts'

/**
 * The documented attributes of Radar and what purchases have for them. Families of attributes, such as the counts over
 * a window, are in `families.ts`.
 */

/** `exactText` has letter case, `text` and `country` do not. */
export type RadarType = 'text' | 'exactText' | 'country' | 'number' | 'boolean'

export type RadarAttribute =
  | {
      type: RadarType
      /** Path of the attribute of a purchase. */
      path: string
      /**
       * `ownSource`: derived by the service itself. `customData`: not a field of purchases. `addressCheck`: one field for
       * the checks of street and postal code.
       */
      note?: 'ownSource' | 'customData' | 'addressCheck'
      /** What is to be sent in the field. */
      send?: Phrase<'content'>
      /** Values of Radar and of the field; null: the field is missing. Others cannot be compared. */
      values?: Readonly<Record<string, string | null>>
    }
  /** A value that is worked out; it is missing while the attribute at `path` is. */
  | { type: RadarType; path: string; code: string; note?: 'ownSource' | 'usStates' }
  | { without: 'onlyStripe' }
  | { without: 'noCounterpart'; reason: Phrase<'reason'> }

const instrument = 'paymentInstrumentList[0]'
const billing = `${instrument}.billingAddress`

const text = (path: string): RadarAttribute => ({ type: 'text', path })
const country = (path: string): RadarAttribute => ({ type: 'country', path })
const derived = (type: RadarType, path: string): RadarAttribute => ({ type, path, note: 'ownSource' })
const custom = (type: RadarType, name: string): RadarAttribute => ({
  type,
  path: `customData.${name}`,
  note: 'customData',
})
const none = (reason: Phrase<'reason'>): RadarAttribute => ({ without: 'noCounterpart', reason })
const onlyStripe: RadarAttribute = { without: 'onlyStripe' }

const checkLetters = { pass: 'Y', fail: 'N', unavailable: 'U', unchecked: 'A', not_provided: null }

const addressCheck: RadarAttribute = {
  type: 'text',
  path: `${instrument}.avsVerify`,
  note: 'addressCheck',
  send: 'issuerLetter',
  values: checkLetters,
}

export const radarAttributes: Readonly<Record<string, RadarAttribute>> = {
  is_3d_secure: { type: 'boolean', path: 'threeDS.transStatus', code: 'In(@"threeDS.transStatus", "Y,A")' },
  is_3d_secure_authenticated: {
    type: 'boolean',
    path: 'threeDS.isThreeDSAuth',
    send: 'authenticated',
  },
  has_liability_shift: custom('boolean', 'has_liability_shift'),

  billing_address: none('addressParts'),
  billing_address_line1: text(`${billing}.street1`),
  billing_address_line2: text(`${billing}.street2`),
  billing_address_postal_code: text(`${billing}.zipCode`),
  billing_address_city: text(`${billing}.city`),
  billing_address_state: text(`${billing}.state`),
  billing_address_country: country(`${billing}.country`),
  shipping_address: none('addressParts'),
  shipping_address_line1: text('shippingAddress.street1'),
  shipping_address_line2: text('shippingAddress.street2'),
  shipping_address_postal_code: text('shippingAddress.zipCode'),
  shipping_address_city: text('shippingAddress.city'),
  shipping_address_state: text('shippingAddress.state'),
  shipping_address_country: country('shippingAddress.country'),

  card_bin: text(`${instrument}.bin`),
  card_brand: {
    type: 'text',
    path: `${instrument}.cardType`,
    values: {
      amex: 'Amex',
      visa: 'Visa',
      mc: 'Mastercard',
      dscvr: 'Discover',
      diners: 'DiscoverDiners',
      jcb: 'JCB',
      cup: 'UnionPay',
      interac: 'Interac',
    },
  },
  card_country: derived('country', 'calculatedFeatures.cardCountry'),
  card_fingerprint: {
    type: 'exactText',
    path: `${instrument}.merchantPaymentInstrumentId`,
    send: 'cardFingerprint',
  },
  card_funding: { type: 'text', path: `${instrument}.binCardType`, send: 'cardFunding' },
  card_3d_secure_support: custom('text', 'card_3d_secure_support'),
  charge_description: text('transactionDescription'),
  statement_descriptor: custom('text', 'statement_descriptor'),

  browser: derived('text', 'deviceAttributes.userAgentPlatform'),
  isp: custom('text', 'isp'),
  operating_system: derived('text', 'deviceAttributes.userAgentOperatingSystem'),
  user_agent: text('deviceAttributes.browserUserAgent'),

  customer: { type: 'exactText', path: 'user.userId', send: 'customerId' },
  email: text('user.email'),
  email_domain: text('calculatedFeatures.emailDomain'),
  is_disposable_email: derived('boolean', 'calculatedFeatures.emailDisposable'),

  ip_address: text('deviceContext.ipAddress'),
  ip_address_connection_type: custom('text', 'ip_address_connection_type'),
  ip_country: derived('country', 'calculatedFeatures.ipCountry'),
  ip_state: {
    type: 'text',
    path: 'deviceContext.ipAddress',
    code: 'Geo.RegionCode(@"deviceContext.ipAddress")',
    note: 'usStates',
  },
  is_anonymous_ip: {
    type: 'boolean',
    path: 'deviceAttributes.proxy',
    code: 'In(@"deviceAttributes.proxy", "true")',
    note: 'ownSource',
  },
  is_my_login_ip: onlyStripe,

  distance_between_billing_and_shipping_address: derived('number', 'calculatedFeatures.billingShippingDistance'),
  distance_between_ip_and_billing_address: derived('number', 'calculatedFeatures.ipBillingDistance'),
  distance_between_ip_and_shipping_address: derived('number', 'calculatedFeatures.ipShippingDistance'),

  address_line1_check: addressCheck,
  address_zip_check: addressCheck,
  cvc_check: { type: 'text', path: `${instrument}.cvvVerify`, send: 'issuerLetter', values: checkLetters },

  cardholder_name: text(`${instrument}.holderName`),
  currency: text('currency'),
  destination: custom('exactText', 'destination'),
  digital_wallet: {
    type: 'text',
    path: `${instrument}.paymentCheckoutProvider`,
    send: 'wallet',
  },
  is_checkout: none('checkoutPage'),
  is_off_session: custom('boolean', 'is_off_session'),
  is_recurring: { type: 'boolean', path: 'isRecurringCharge' },
  has_cryptogram: custom('boolean', 'has_cryptogram'),
  transaction_type: none('everyCharge'),

  hours_since_customer_was_created: sinceCreation('hours', 'user.creationDate'),
  minutes_since_customer_was_created: sinceCreation('minutes', 'user.creationDate'),
  seconds_since_customer_was_created: sinceCreation('seconds', 'user.creationDate'),
}

/** The time since a date that is sent, in a unit. */
export function sinceCreation(unit: 'hours' | 'minutes' | 'seconds', path: string): RadarAttribute {
  const member = { hours: 'TotalHours', minutes: 'TotalMinutes', seconds: 'TotalSeconds' }[unit]
  return { type: 'number', path, code: `(DateTime.UtcNow - @"${path}").${member}` }
}
