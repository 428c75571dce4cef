import type { RuleBody } from '../../../../contract/index.ts'
import { postRisk, prior } from './clauses.ts'

/** The sample purchase of a rule's evaluation pane. */
const payload = {
  purchaseId: 'sample-2',
  merchantLocalDate: '2026-01-15T10:24:00Z',
  totalAmount: 512.4,
  currency: 'EUR',
  shippingMethod: 'Express',
  isGuestCheckout: false,
  user: {
    userId: 'customer-2',
    email: 'customer@example.com',
    isEmailValidated: false,
    creationDate: '2026-01-15T10:02:00Z',
    country: 'DE',
  },
  deviceContext: { deviceContextId: 'sample-device', ipAddress: '78.56.10.10' },
  shippingAddress: { street1: 'Parcel locker 118', city: 'Lyon', country: 'FR' },
  paymentInstrumentList: [
    { merchantPaymentInstrumentId: 'card-2', type: 'CreditCard', cvvVerify: 'N', billingAddress: { country: 'DE' } },
  ],
  productList: [{ productId: 'PH-128', type: 'Physical', category: 'HardwareDevice', quantity: 1 }],
}
const sample = { payload, riskScore: 560 }

const age = 'LET $age = DateTime.UtcNow.Subtract(@"user.creationDate".ToDateTime())\n'
const abroad = '@"deviceAttributes.deviceCountryCode" != @"paymentInstrumentList.billingAddress.country"'

export const cardTesting: RuleBody = {
  name: 'Card testing',
  description: 'Small guest orders that test stolen card numbers.',
  condition: 'WHEN @"totalAmount" < 10 && @"isGuestCheckout" == true',
  sample,
  clauses: [
    prior(
      'High-risk network',
      `RETURN Reject("Card testing", "Tiny guest order from another country's network")\nWHEN @"user.isEmailValidated" == false && ${abroad}`,
    ),
    prior(
      'Wrong card code',
      'RETURN Reject("Card testing", "Tiny guest order with a wrong card code")\nWHEN @"paymentInstrumentList.cvvVerify" == "N"',
    ),
  ],
}

export const newAccounts: RuleBody = {
  name: 'New accounts',
  description: 'Sends large or distant first orders to review.',
  condition: `${age}WHEN Exists(@"user.creationDate")`,
  sample,
  clauses: [
    postRisk(
      'New account, high score',
      `RETURN Reject("New account with high risk", "Account of less than a day and a risk score of 560 or more")\nWHEN @"riskScore" >= 560 && $age.TotalHours < 24.0`,
    ),
    postRisk(
      'First hour',
      `RETURN Review("High amount in the first hour", "Over 300 by an account of less than an hour")\nWHEN @"totalAmount" > 300 && $age.TotalHours < 1.0`,
    ),
    postRisk(
      'From abroad',
      `RETURN Review("New account from abroad", "Over 100 within a week of sign-up, from another country than billing")\nWHEN @"totalAmount" > 100 && DaysSince(@"user.creationDate") < 7\n  && Exists(@"deviceAttributes.deviceCountryCode") && ${abroad}`,
    ),
  ],
}

export const cardChecks: RuleBody = {
  name: 'Card checks',
  description: 'The issuer’s answers for card code and address.',
  condition: 'WHEN @"paymentInstrumentList.cvvVerify" == "N"',
  sample,
  clauses: [
    prior(
      'AVS and CVV mismatch',
      'RETURN Reject("Card checks failed", "Card code and address are both wrong")\nWHEN @"paymentInstrumentList.avsVerify" == "N"',
    ),
    prior(
      'Repeated CVV failure',
      'RETURN Reject("Card checks failed", "Wrong card code on a repeated order")\nWHEN @"isRetryOrder" == true',
    ),
    prior(
      'Wrong card code',
      'RETURN Review("Wrong card code", "Wrong card code on an order over 80")\nWHEN @"totalAmount" > 80',
    ),
  ],
}

export const giftCards: RuleBody = {
  name: 'Gift cards',
  description: 'Gift cards are as good as cash: orders of new customers go to review.',
  condition: 'WHEN @"productList.category" == "GiftCard"',
  sample,
  clauses: [
    prior(
      'New customer',
      'RETURN Review("Gift cards by a new account", "100 or more in gift cards within a week of sign-up")\nWHEN @"totalAmount" >= 100 && DaysSince(@"user.creationDate") < 7',
    ),
  ],
}

export const shipping: RuleBody = {
  name: 'Express to another country',
  description: 'Express delivery outside the card’s country: the buyer confirms.',
  condition: 'WHEN @"shippingMethod" == "Express"',
  sample,
  clauses: [
    prior(
      'Other country',
      'RETURN Challenge("SMS", "Express to another country", "The buyer confirms by a code")\nWHEN Exists(@"shippingAddress.country") && @"shippingAddress.country" != @"paymentInstrumentList.billingAddress.country"',
    ),
  ],
}

export const guests: RuleBody = {
  name: 'Guest checkouts',
  description: 'Observes only: scores of orders without an account.',
  condition: 'WHEN @"isGuestCheckout" == true',
  sample,
  clauses: [postRisk('Observe', 'OBSERVE Output(guest = true, score = @"riskScore".ToInt32())')],
}

export const credits: RuleBody = {
  name: 'Credits by new players',
  description: 'Credits are spent at once: large purchases by new players go to review.',
  condition: 'WHEN @"productList.category" == "GameConsumable"',
  sample,
  clauses: [
    postRisk(
      'Large packs',
      `${age}RETURN Review("Large credit purchase by a new player", "Over 50 in credits within a day of sign-up")\nWHEN @"totalAmount" > 50 && $age.TotalHours < 24.0`,
    ),
  ],
}

export const forwarding: RuleBody = {
  name: 'Freight forwarders',
  description: 'Parcels forwarded to other countries; the postcodes are on a custom list.',
  condition: 'WHEN ContainsKey("Freight forwarders", "Postcode", @"shippingAddress.zipCode")',
  sample,
  clauses: [
    postRisk(
      'Risky',
      'RETURN Reject("Risky order to a forwarder", "Goes to a freight forwarder with a risk score of 500 or more")\nWHEN @"riskScore" >= 500',
    ),
    postRisk(
      'New customer',
      'RETURN Review("New customer ships to a forwarder", "Goes to a freight forwarder within 90 days of sign-up")\nWHEN DaysSince(@"user.creationDate") < 90',
    ),
  ],
}

export const mailHosts: RuleBody = {
  name: 'Disposable email',
  description: 'Temporary mailboxes; their domains are on a custom list.',
  condition:
    'LET $host = @"calculatedFeatures.emailDomain"\nWHEN ContainsKey("Disposable email domains", "Domain", $host)',
  sample,
  clauses: [prior('Domain on the list', 'RETURN Reject("Disposable email", "The email address is at " + $host)')],
}

export const manyCards: RuleBody = {
  name: 'Many cards',
  description: 'Cards and rejections per device, counted over several orders.',
  condition: '',
  sample,
  clauses: [
    prior(
      'On one device',
      'RETURN Reject("Many cards on one device", "Four or more cards on this device within a day")\nWHEN Velocity.devicePayments(@"deviceContext.externalDeviceId", 1d) >= 4',
    ),
    prior(
      'Over a week',
      'RETURN Review("Many cards on one device", "Four or more cards on this device within a week")\nWHEN Velocity.devicePayments(@"deviceContext.externalDeviceId", 7d) >= 4',
    ),
    prior(
      'Rejected before',
      'RETURN Review("Rejected before", "This device was rejected twice or more within a week")\nWHEN Velocity.deviceRejections(@"deviceContext.externalDeviceId", 7d) >= 2',
    ),
  ],
}

/** All purchase rules of the demo, except the score bands that each root starts with. */
export const demoRules: readonly RuleBody[] = [
  guests,
  mailHosts,
  cardTesting,
  cardChecks,
  manyCards,
  forwarding,
  newAccounts,
  giftCards,
  shipping,
  credits,
]
