/* Signals that a trained score can use: the ids of its features, as model cards and contributions name them. */

/** Signals of the event itself, by how their values are read: a number, or 1 for yes and 0 for no. */
export const eventSignals = {
  minutesSinceSignUp: 'number',
  emailValidated: 'yesNo',
  phoneValidated: 'yesNo',
  emailDisposable: 'yesNo',
  emailFree: 'yesNo',
  emailDigits: 'number',
  guestCheckout: 'yesNo',
  retryOrder: 'yesNo',
  ipBillingCountry: 'yesNo',
  ipShippingCountry: 'yesNo',
  billingShippingCountry: 'yesNo',
  binBillingCountry: 'yesNo',
  ipUnknownCountry: 'yesNo',
  amount: 'number',
  itemCount: 'number',
  giftCard: 'yesNo',
  digitalGoods: 'yesNo',
  expressShipping: 'yesNo',
  instrumentAge: 'number',
  instrumentCount: 'number',
  cvvMismatch: 'yesNo',
  avsMismatch: 'yesNo',
  threeDSAuthenticated: 'yesNo',
  deviceMissing: 'yesNo',
  proxy: 'yesNo',
  botScore: 'number',
  localHour: 'number',
} as const
export type EventSignal = keyof typeof eventSignals

/** Signals of a fingerprinted session, for a trained bot score. */
export const botSignals = [
  'automation',
  'robotAgent',
  'noLanguages',
  'noScript',
  'noCookies',
  'emptyScreen',
  'proxy',
  'emulator',
  'plugins',
  'fonts',
  'processors',
  'onPageTime',
  'roundTrip',
  'sessions',
  'shippedScore',
] as const
export type BotSignal = (typeof botSignals)[number]

/** Signals of the past of an entity: `measure.entity`, or `measure.entity.window`. */
export const signalEntities = ['user', 'email', 'device', 'ip', 'payment', 'terminal'] as const
export const signalMeasures = [
  'age',
  'events',
  'fraudShare',
  'frauds',
  'amountRatio',
  'spent',
  'users',
  'devices',
  'payments',
] as const

export type Signal =
  | { kind: 'own'; id: EventSignal }
  | {
      kind: 'past'
      measure: (typeof signalMeasures)[number]
      entity: (typeof signalEntities)[number]
      window: string | null
    }

const isEventSignal = (id: string): id is EventSignal => Object.hasOwn(eventSignals, id)

/** Parses an id such as `fraudShare.device.7d`; null for an unknown one. */
export function parseSignal(id: string): Signal | null {
  if (isEventSignal(id)) return { kind: 'own', id }
  const [name, of, window = null] = id.split('.')
  const measure = signalMeasures.find(each => each === name)
  const entity = signalEntities.find(each => each === of)
  return measure === undefined || entity === undefined ? null : { kind: 'past', measure, entity, window }
}
