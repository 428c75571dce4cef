/**
 * Purchase rules of the first demo tenant's production alone: they read the velocity sets, functions and the external
 * call that only this environment has.
 */
import type { RuleBody } from '../../../../contract/index.ts'
import { postRisk, prior } from './clauses.ts'
import { giftCards, newAccounts } from './purchase-rules.ts'

const customerAge = 'Functions.CustomerAge(@"user.creationDate".ToDateTime())'

export const repeatOrders: RuleBody = {
  name: 'Repeat orders',
  description: 'Customers and addresses that order far more than usual.',
  condition: '',
  sample: newAccounts.sample,
  clauses: [
    postRisk(
      'Customers at one address',
      'RETURN Review("Several customers at one address", "A second customer at this address within a week, and a risk score of 300 or more")\nWHEN @"riskScore" >= 300 && Velocity.addressCustomers(@"shippingAddress.street1", 7d) >= 2',
    ),
    prior(
      'Orders in an hour',
      'RETURN Review("Many orders in an hour", "Four or more orders by this customer within an hour")\nWHEN Velocity.customerOrders(@"user.userId", 1h) >= 4',
    ),
    postRisk(
      'High spending in a day',
      'RETURN Review("High spending in a day", "Over 2,000 within a day and a risk score of 400 or more")\nWHEN @"riskScore" >= 400 && Velocity.customerSpending(@"user.userId", 1d) + @"totalAmount" > 2000',
    ),
  ],
}

export const repeatGiftCards: RuleBody = {
  ...giftCards,
  clauses: [
    ...giftCards.clauses,
    prior(
      'Many by one customer',
      `RETURN Review("Many gift card orders", "Three or more gift card orders within a week by an account of less than 90 days")\nWHEN Velocity.customerGiftCards(@"user.userId", 7d) >= 3 && ${customerAge}.Days < 90`,
    ),
    prior(
      'High value on one device',
      'RETURN Review("Gift cards on one device", "Over 500 in gift cards on this device within a day")\nWHEN Velocity.deviceGiftCardValue(@"deviceContext.externalDeviceId", 1d) > 500',
    ),
  ],
}

export const largeFirstOrders: RuleBody = {
  name: 'Large first orders',
  description: 'Orders of the highest tier in the first week of an account.',
  condition: 'WHEN Exists(@"user.creationDate")',
  sample: newAccounts.sample,
  clauses: [
    postRisk(
      'High tier, new customer',
      `RETURN Review("Large order of a new customer", "High order tier in the first week and a risk score of 300 or more")\nWHEN @"riskScore" >= 300 && Functions.OrderTier(@"totalAmount").Name == "high" && ${customerAge}.IsNew`,
    ),
  ],
}

/** The rules that are published with the others. */
export const harborRules: readonly RuleBody[] = [repeatOrders, largeFirstOrders, repeatGiftCards]

/** Published with the external call that it makes. Guest orders are left to the rule that observes them. */
export const networkReputation: RuleBody = {
  name: 'Network reputation',
  description: 'Larger orders from networks that hide their users. The external call is made for these orders alone.',
  condition: 'WHEN @"isGuestCheckout" == false && @"totalAmount" >= 200',
  sample: newAccounts.sample,
  clauses: [
    postRisk(
      'Proxy',
      'RETURN Review("Hidden network", "The reputation service names the address a proxy, with a risk score of 300 or more")\nWHEN @"riskScore" >= 300 && External.IpReputation(@"deviceContext.ipAddress").proxy == true',
    ),
  ],
}
