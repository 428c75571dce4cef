import type { Kysely } from 'kysely'
import type { RuleBody } from '../contract/index.ts'
import { addDefaultRules } from '../rules/default-rules.ts'
import type { Database } from '../store/schema.ts'
import { demoEnvironmentIds as at, demoTenants } from './tenants.ts'

/** A purchase that a rule's evaluation pane starts with. */
const payload = {
  purchaseId: 'sample-2', merchantLocalDate: '2026-01-15T10:24:00Z', totalAmount: 512.4, currency: 'EUR', shippingMethod: 'Express', isGuestCheckout: false,
  user: { userId: 'customer-2', email: 'customer@example.com', isEmailValidated: false, creationDate: '2026-01-15T10:02:00Z', country: 'DE' },
  deviceContext: { deviceContextId: 'sample-device', ipAddress: '78.56.10.10' },
  shippingAddress: { street1: 'Parcel locker 118', city: 'Lyon', country: 'FR' },
  paymentInstrumentList: [{ merchantPaymentInstrumentId: 'card-2', type: 'CreditCard', cvvVerify: 'N', billingAddress: { country: 'DE' } }],
  productList: [{ productId: 'PH-128', type: 'Physical', category: 'HardwareDevice', quantity: 1 }],
}
const sample = { payload, riskScore: 560 }

const prior = (name: string, text: string) => ({ name, section: 'prior' as const, text })
const postRisk = (name: string, text: string) => ({ name, section: 'postRisk' as const, text })
const age = 'LET $age = DateTime.UtcNow.Subtract(@"user.creationDate".ToDateTime())\n'
const abroad = '@"deviceAttributes.deviceCountryCode" != @"paymentInstrumentList.billingAddress.country"'

const cardTesting: RuleBody = {
  name: 'Card testing', description: 'Tiny guest orders that try out stolen card numbers.', condition: 'WHEN @"totalAmount" < 10 && @"isGuestCheckout" == true', sample,
  clauses: [
    prior('Far network', `RETURN Reject("Card testing", "Tiny guest order from another country's network")\nWHEN @"user.isEmailValidated" == false && ${abroad}`),
    prior('Wrong card code', 'RETURN Reject("Card testing", "Tiny guest order with a wrong card code")\nWHEN @"paymentInstrumentList.cvvVerify" == "N"'),
  ],
}
const newAccounts: RuleBody = {
  name: 'New accounts', description: 'Dear or distant first orders are looked at by a person.', condition: `${age}WHEN Exists(@"user.creationDate")`, sample,
  clauses: [
    postRisk('Young and risky', `RETURN Reject("New account with high risk", "Account of less than a day and a risk score of 560 or more")\nWHEN @"riskScore" >= 560 && $age.TotalHours < 24.0`),
    postRisk('First hour', `RETURN Review("Dear order in the first hour", "Over 300 by an account of less than an hour")\nWHEN @"totalAmount" > 300 && $age.TotalHours < 1.0`),
    postRisk('From abroad', `RETURN Review("New account from abroad", "Over 100 within a week of sign-up, from another country than billing")\nWHEN @"totalAmount" > 100 && DaysSince(@"user.creationDate") < 7\n  && Exists(@"deviceAttributes.deviceCountryCode") && ${abroad}`),
  ],
}
const cardChecks: RuleBody = {
  name: 'Card checks', description: 'What the issuer says about card code and address.', condition: 'WHEN @"paymentInstrumentList.cvvVerify" == "N"', sample,
  clauses: [
    prior('Nothing fits', 'RETURN Reject("Card checks failed", "Card code and address are both wrong")\nWHEN @"paymentInstrumentList.avsVerify" == "N"'),
    prior('Wrong again', 'RETURN Reject("Card checks failed", "Wrong card code on a repeated order")\nWHEN @"isRetryOrder" == true'),
    prior('Wrong card code', 'RETURN Review("Wrong card code", "Wrong card code on an order over 80")\nWHEN @"totalAmount" > 80'),
  ],
}
const giftCards: RuleBody = {
  name: 'Gift cards', description: 'Gift cards are as good as money: new customers wait for a look.', condition: 'WHEN @"productList.category" == "GiftCard"', sample,
  clauses: [prior('New customer', 'RETURN Review("Gift cards by a new account", "100 or more in gift cards within a week of sign-up")\nWHEN @"totalAmount" >= 100 && DaysSince(@"user.creationDate") < 7')],
}
const shipping: RuleBody = {
  name: 'Express to another country', description: 'Fast delivery elsewhere than the card is at home: the buyer confirms.', condition: 'WHEN @"shippingMethod" == "Express"', sample,
  clauses: [prior('Other country', 'RETURN Challenge("SMS", "Express to another country", "The buyer confirms by a code")\nWHEN Exists(@"shippingAddress.country") && @"shippingAddress.country" != @"paymentInstrumentList.billingAddress.country"')],
}
const guests: RuleBody = {
  name: 'Guest checkouts', description: 'Watches only: how orders without an account would score.', condition: 'WHEN @"isGuestCheckout" == true', sample,
  clauses: [postRisk('Observe', 'OBSERVE Output(guest = true, score = @"riskScore".ToInt32())')],
}
const credits: RuleBody = {
  name: 'Credits by new players', description: 'Credits are spent at once: new players with dear packs are looked at.', condition: 'WHEN @"productList.category" == "GameConsumable"', sample,
  clauses: [postRisk('Dear packs', `${age}RETURN Review("Dear credits by a new player", "Over 50 in credits within a day of sign-up")\nWHEN @"totalAmount" > 50 && $age.TotalHours < 24.0`)],
}

const ruleId = (number: number) => `a55a0005-0000-4000-8000-${(256 + number).toString(16).padStart(12, '0')}`
const fraudEngineer = { tenant: 0, username: 'fraud-engineer@harbor.example' }
const developer = { tenant: 1, username: 'psp-developer@meridian.example' }
/** Rules of each root in order; the sandbox has what production has. Guest checkouts are watched first, as a decision ends the run. */
const published = [
  { environmentId: at.harbor, by: fraudEngineer, bodies: [guests, cardTesting, cardChecks, newAccounts, giftCards, shipping] },
  { environmentId: at.harborSandbox, by: fraudEngineer, bodies: [guests, cardTesting, cardChecks, newAccounts, giftCards, shipping] },
  { environmentId: at.meridian, by: developer, bodies: [cardTesting, cardChecks, newAccounts, credits] },
  { environmentId: at.meridianSandbox, by: developer, bodies: [cardTesting, cardChecks, newAccounts, credits] },
]

/** Every rule of the demo beside the score bands that each root starts with. */
export const demoRules: readonly RuleBody[] = [guests, cardTesting, cardChecks, newAccounts, giftCards, shipping, credits]

/**
 * Publishes the demo's purchase rules ahead of the score bands. Harmless to repeat: a rule that is there, or whose name is
 * taken, stays as it is, also when somebody changed it.
 */
export async function seedRules(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async trx => {
    let number = 0
    for (const { environmentId, by, bodies } of published) {
      const author = demoTenants[by.tenant]?.accounts.find(({ username }) => username === by.username)
      if (!author) throw new Error(`There is no demo account ${by.username}.`)
      const first = number
      const known = await trx.selectFrom('rule').select('id').where('id', 'in', bodies.map((_, index) => ruleId(first + index))).execute()
      number += bodies.length
      if (known.length > 0) continue
      await trx.updateTable('rule').set(update => ({ position: update('position', '+', bodies.length) }))
        .where('environment_id', '=', environmentId).where('event_type', '=', 'purchase').execute()
      for (const [index, body] of bodies.entries()) {
        const common = {
          environment_id: environmentId, name: body.name, status: 'active' as const, version: 1, body: JSON.stringify(body),
          published_by: author.id, published_by_name: author.name,
        }
        const { numInsertedOrUpdatedRows: added } = await trx.insertInto('rule')
          .values({ ...common, id: ruleId(first + index), event_type: 'purchase', position: index + 1 })
          .onConflict(conflict => conflict.doNothing()).executeTakeFirst()
        if (added === 1n) await trx.insertInto('rule_version').values({ ...common, rule_id: ruleId(first + index) }).execute()
      }
    }
  })
  let made = 1000
  for (const { environmentId, by } of published) {
    const author = demoTenants[by.tenant]?.accounts.find(({ username }) => username === by.username)
    if (author) await addDefaultRules(db, { clock: () => new Date(), newId: () => ruleId(made++) }, author, environmentId)
  }
}
