import type { Kysely } from 'kysely'
import type { RuleBody } from '../../../contract/index.ts'
import { builtInAssessments } from '../../../engine/index.ts'
import { insertDefaultRules } from '../../../features/rules/defaults/default-rules.ts'
import { demoEnvironmentIds as at, demoTenants } from '../../../kernel/identity/demo-tenants.ts'
import type { Database } from '../../../ports/database.ts'

/** A purchase that a rule's evaluation pane starts with. */
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

const prior = (name: string, text: string) => ({ name, section: 'prior' as const, text })
const postRisk = (name: string, text: string) => ({ name, section: 'postRisk' as const, text })
const age = 'LET $age = DateTime.UtcNow.Subtract(@"user.creationDate".ToDateTime())\n'
const abroad = '@"deviceAttributes.deviceCountryCode" != @"paymentInstrumentList.billingAddress.country"'

const cardTesting: RuleBody = {
  name: 'Card testing',
  description: 'Tiny guest orders that try out stolen card numbers.',
  condition: 'WHEN @"totalAmount" < 10 && @"isGuestCheckout" == true',
  sample,
  clauses: [
    prior(
      'Far network',
      `RETURN Reject("Card testing", "Tiny guest order from another country's network")\nWHEN @"user.isEmailValidated" == false && ${abroad}`,
    ),
    prior(
      'Wrong card code',
      'RETURN Reject("Card testing", "Tiny guest order with a wrong card code")\nWHEN @"paymentInstrumentList.cvvVerify" == "N"',
    ),
  ],
}
const newAccounts: RuleBody = {
  name: 'New accounts',
  description: 'Dear or distant first orders are looked at by a person.',
  condition: `${age}WHEN Exists(@"user.creationDate")`,
  sample,
  clauses: [
    postRisk(
      'Young and risky',
      `RETURN Reject("New account with high risk", "Account of less than a day and a risk score of 560 or more")\nWHEN @"riskScore" >= 560 && $age.TotalHours < 24.0`,
    ),
    postRisk(
      'First hour',
      `RETURN Review("Dear order in the first hour", "Over 300 by an account of less than an hour")\nWHEN @"totalAmount" > 300 && $age.TotalHours < 1.0`,
    ),
    postRisk(
      'From abroad',
      `RETURN Review("New account from abroad", "Over 100 within a week of sign-up, from another country than billing")\nWHEN @"totalAmount" > 100 && DaysSince(@"user.creationDate") < 7\n  && Exists(@"deviceAttributes.deviceCountryCode") && ${abroad}`,
    ),
  ],
}
const cardChecks: RuleBody = {
  name: 'Card checks',
  description: 'What the issuer says about card code and address.',
  condition: 'WHEN @"paymentInstrumentList.cvvVerify" == "N"',
  sample,
  clauses: [
    prior(
      'Nothing fits',
      'RETURN Reject("Card checks failed", "Card code and address are both wrong")\nWHEN @"paymentInstrumentList.avsVerify" == "N"',
    ),
    prior(
      'Wrong again',
      'RETURN Reject("Card checks failed", "Wrong card code on a repeated order")\nWHEN @"isRetryOrder" == true',
    ),
    prior(
      'Wrong card code',
      'RETURN Review("Wrong card code", "Wrong card code on an order over 80")\nWHEN @"totalAmount" > 80',
    ),
  ],
}
const giftCards: RuleBody = {
  name: 'Gift cards',
  description: 'Gift cards are as good as money: new customers wait for a look.',
  condition: 'WHEN @"productList.category" == "GiftCard"',
  sample,
  clauses: [
    prior(
      'New customer',
      'RETURN Review("Gift cards by a new account", "100 or more in gift cards within a week of sign-up")\nWHEN @"totalAmount" >= 100 && DaysSince(@"user.creationDate") < 7',
    ),
  ],
}
const shipping: RuleBody = {
  name: 'Express to another country',
  description: 'Fast delivery elsewhere than the card is at home: the buyer confirms.',
  condition: 'WHEN @"shippingMethod" == "Express"',
  sample,
  clauses: [
    prior(
      'Other country',
      'RETURN Challenge("SMS", "Express to another country", "The buyer confirms by a code")\nWHEN Exists(@"shippingAddress.country") && @"shippingAddress.country" != @"paymentInstrumentList.billingAddress.country"',
    ),
  ],
}
const guests: RuleBody = {
  name: 'Guest checkouts',
  description: 'Watches only: how orders without an account would score.',
  condition: 'WHEN @"isGuestCheckout" == true',
  sample,
  clauses: [postRisk('Observe', 'OBSERVE Output(guest = true, score = @"riskScore".ToInt32())')],
}
const credits: RuleBody = {
  name: 'Credits by new players',
  description: 'Credits are spent at once: new players with dear packs are looked at.',
  condition: 'WHEN @"productList.category" == "GameConsumable"',
  sample,
  clauses: [
    postRisk(
      'Dear packs',
      `${age}RETURN Review("Dear credits by a new player", "Over 50 in credits within a day of sign-up")\nWHEN @"totalAmount" > 50 && $age.TotalHours < 24.0`,
    ),
  ],
}

const forwarding: RuleBody = {
  name: 'Freight forwarders',
  description: 'Parcels that are sent on to other countries; the postcodes are on a list.',
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
const mailHosts: RuleBody = {
  name: 'Throwaway mail',
  description: 'Mailboxes that last ten minutes; the hosts are on a list.',
  condition: 'LET $host = @"calculatedFeatures.emailDomain"\nWHEN ContainsKey("Throw-away mail hosts", "Host", $host)',
  sample,
  clauses: [prior('Host', 'RETURN Reject("Throw-away mail", "The mailbox is on " + $host)')],
}
const manyCards: RuleBody = {
  name: 'Many cards',
  description: 'Counts what cannot be seen in one order: cards on a device, and rejections of it.',
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

const postBot = (name: string, text: string) => ({ name, section: 'postBot' as const, text })
const payloadOf = (assessment: string): Record<string, unknown> =>
  builtInAssessments.find(at.harbor, assessment)?.payload ?? {}
const signUpSample = { payload: payloadOf('accountcreation'), riskScore: 500 }
const signInSample = { payload: payloadOf('accountlogin'), riskScore: 500 }
const programs: RuleBody = {
  name: 'Accounts made by programs',
  description: 'Accounts that no person makes.',
  condition: '',
  sample: signUpSample,
  clauses: [
    postBot(
      'Program',
      'RETURN Reject("Sign-up by a program", "The browser is driven by a program")\nWHEN @"botScore" >= 800',
    ),
  ],
}
const signUpMail: RuleBody = {
  ...mailHosts,
  sample: signUpSample,
  clauses: [prior('Host', 'RETURN Reject("Throw-away mail", "The new account has its mailbox on " + $host)')],
}
const signUpScore: RuleBody = {
  name: 'Score of new accounts',
  description: 'Sign-ups with a high risk score prove their phone number.',
  condition: '',
  sample: signUpSample,
  clauses: [
    postRisk(
      'High',
      'RETURN Review("High risk score", "Risk score of 600 or more at sign-up")\nWHEN @"riskScore" >= 600',
    ),
    postRisk(
      'From abroad',
      'RETURN Challenge("SMS", "Sign-up from abroad", "The address is not in the country of the phone")\nWHEN Exists(@"deviceAttributes.deviceCountryCode") && @"deviceAttributes.deviceCountryCode" != @"user.countryRegion"',
    ),
  ],
}
const manyAccounts: RuleBody = {
  name: 'Many accounts',
  description: 'Accounts that are made one after the other.',
  condition: '',
  sample: signUpSample,
  clauses: [
    prior(
      'From one device',
      'RETURN Review("Many accounts on one device", "Three or more users on this device within a day")\nWHEN Velocity.deviceUsers(@"device.externalDeviceId", 1d) >= 3',
    ),
  ],
}
const sprayed: RuleBody = {
  name: 'Sprayed passwords',
  description: 'One address tries one password on many accounts.',
  condition: '',
  sample: signInSample,
  clauses: [
    prior(
      'Many users',
      'RETURN Reject("Sprayed passwords", "Five or more users from this address within an hour")\nWHEN Velocity.ipUsers(@"device.ipAddress", 1h) >= 5',
    ),
  ],
}
const driven: RuleBody = {
  name: 'Logins by programs',
  description: 'Programs that try passwords.',
  condition: '',
  sample: signInSample,
  clauses: [
    postBot(
      'Program',
      'RETURN Reject("Sign-in by a program", "The browser is driven by a program")\nWHEN @"botScore" >= 800',
    ),
  ],
}
const doubtful: RuleBody = {
  name: 'Doubtful logins',
  description: 'Whoever signs in from elsewhere proves who they are.',
  condition: '',
  sample: signInSample,
  clauses: [
    postRisk(
      'Changed and far',
      'RETURN Review("Profile changed, then a sign-in from abroad", "The phone number was changed today and the address is abroad")\nWHEN @"deviceAttributes.deviceCountryCode" != @"user.countryRegion" && DaysSince(@"recentUpdate.lastPhoneNumberUpdateDate") < 1',
    ),
    postRisk(
      'From abroad',
      'RETURN Challenge("SMS", "Sign-in from abroad", "The address is not in the country of the account")\nWHEN Exists(@"deviceAttributes.deviceCountryCode") && @"deviceAttributes.deviceCountryCode" != @"user.countryRegion"',
    ),
  ],
}
const cardAtNight: RuleBody = {
  name: 'Card at night',
  description: 'Dear payments without the card, late in the evening and at night.',
  condition: 'WHEN @"card.isPresent" == false',
  sample: { payload: {}, riskScore: 500 },
  clauses: [
    prior(
      'Dear',
      'LET $hour = @"metadata.timestamp".ToDateTime().Hour\nRETURN Review("Dear payment at night", "Over 250 without the card between nine and five")\nWHEN @"transaction.txnAmount" > 250 && ($hour >= 21 || $hour < 5)',
    ),
  ],
}

const ruleId = (number: number) => `a55a0005-0000-4000-8000-${(256 + number).toString(16).padStart(12, '0')}`
const fraudEngineer = { tenant: 0, username: 'fraud-engineer@harbor.example' }
const developer = { tenant: 1, username: 'psp-developer@meridian.example' }
/**
 * Rules of each root in order; the sandbox has what production has. Guest checkouts are watched first, as a decision
 * ends the run.
 */
const published: readonly {
  environmentId: string
  eventType?: string
  by: { tenant: number; username: string }
  bodies: readonly RuleBody[]
}[] = [
  {
    environmentId: at.harbor,
    by: fraudEngineer,
    bodies: [guests, mailHosts, cardTesting, cardChecks, manyCards, forwarding, newAccounts, giftCards, shipping],
  },
  {
    environmentId: at.harborSandbox,
    by: fraudEngineer,
    bodies: [guests, mailHosts, cardTesting, cardChecks, manyCards, forwarding, newAccounts, giftCards, shipping],
  },
  { environmentId: at.meridian, by: developer, bodies: [cardTesting, cardChecks, newAccounts, credits] },
  { environmentId: at.meridianSandbox, by: developer, bodies: [cardTesting, cardChecks, newAccounts, credits] },
  ...[
    { environmentId: at.harbor, by: fraudEngineer },
    { environmentId: at.harborSandbox, by: fraudEngineer },
    { environmentId: at.meridian, by: developer },
    { environmentId: at.meridianSandbox, by: developer },
  ].flatMap(place => [
    { ...place, eventType: 'accountcreation', bodies: [manyAccounts, programs, signUpMail, signUpScore] },
    { ...place, eventType: 'accountlogin', bodies: [sprayed, driven, doubtful] },
  ]),
  { environmentId: at.harbor, eventType: 'CardAuthorisation', by: fraudEngineer, bodies: [cardAtNight] },
]

/** Every purchase rule of the demo beside the score bands that each root starts with. */
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
/** Its rules of other assessments, by event type. */
export const otherDemoRules: readonly (readonly [eventType: string, rule: RuleBody])[] = [
  ...[manyAccounts, programs, signUpMail, signUpScore].map(rule => ['accountcreation', rule] as const),
  ...[sprayed, driven, doubtful].map(rule => ['accountlogin', rule] as const),
  ['CardAuthorisation', cardAtNight],
]

/**
 * Publishes the demo's rules, those of purchases ahead of the score bands. Harmless to repeat: a rule that is there, or
 * whose name is taken, stays as it is, also when somebody changed it.
 */
export async function seedRules(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async trx => {
    let number = 0
    for (const { environmentId, eventType = 'purchase', by, bodies } of published) {
      const author = demoTenants[by.tenant]?.accounts.find(({ username }) => username === by.username)
      if (!author) throw new Error(`There is no demo account ${by.username}.`)
      const first = number
      const known = await trx
        .selectFrom('rule')
        .select('id')
        .where(
          'id',
          'in',
          bodies.map((_, index) => ruleId(first + index)),
        )
        .execute()
      number += bodies.length
      if (known.length > 0) continue
      await trx
        .updateTable('rule')
        .set(update => ({ position: update('position', '+', bodies.length) }))
        .where('environment_id', '=', environmentId)
        .where('event_type', '=', eventType)
        .execute()
      for (const [index, body] of bodies.entries()) {
        const common = {
          environment_id: environmentId,
          name: body.name,
          status: 'active' as const,
          version: 1,
          body: JSON.stringify(body),
          published_by: author.id,
          published_by_name: author.name,
        }
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('rule')
          .values({ ...common, id: ruleId(first + index), event_type: eventType, position: index + 1 })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
        if (added === 1n)
          await trx
            .insertInto('rule_version')
            .values({ ...common, event_type: eventType, rule_id: ruleId(first + index) })
            .execute()
      }
    }
  })
  let made = 1000
  for (const { environmentId, by } of published.slice(0, 4)) {
    const author = demoTenants[by.tenant]?.accounts.find(({ username }) => username === by.username)
    if (author)
      await insertDefaultRules(db, { clock: () => new Date(), newId: () => ruleId(made++) }, author, environmentId)
  }
}
