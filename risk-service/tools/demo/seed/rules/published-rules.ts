import type { RuleBody } from '../../../../contract/index.ts'
import { demoEnvironmentIds as at } from '../../../../kernel/identity/demo-tenants.ts'
import {
  cardAtNight,
  doubtful,
  driven,
  manyAccounts,
  programs,
  signUpMail,
  signUpScore,
  sprayed,
} from './account-rules.ts'
import { largeFirstOrders, repeatGiftCards, repeatOrders } from './harbor-rules.ts'
import {
  cardChecks,
  cardTesting,
  credits,
  forwarding,
  giftCards,
  guests,
  mailHosts,
  manyCards,
  newAccounts,
  shipping,
} from './purchase-rules.ts'

/**
 * Rules of each root in order; a sandbox has those of its production that need nothing else of it. The rule that watches guest checkouts is first,
 * because a decision ends the run.
 */
export const publishedRules: readonly {
  environmentId: string
  eventType?: string
  tenant: number
  bodies: readonly RuleBody[]
}[] = [
  {
    environmentId: at.harbor,
    tenant: 0,
    bodies: [
      guests,
      mailHosts,
      cardTesting,
      cardChecks,
      manyCards,
      repeatOrders,
      forwarding,
      newAccounts,
      largeFirstOrders,
      repeatGiftCards,
      shipping,
    ],
  },
  {
    environmentId: at.harborSandbox,
    tenant: 0,
    bodies: [guests, mailHosts, cardTesting, cardChecks, manyCards, forwarding, newAccounts, giftCards, shipping],
  },
  { environmentId: at.meridian, tenant: 1, bodies: [cardTesting, cardChecks, newAccounts, credits] },
  { environmentId: at.meridianSandbox, tenant: 1, bodies: [cardTesting, cardChecks, newAccounts, credits] },
  ...[
    { environmentId: at.harbor, tenant: 0 },
    { environmentId: at.harborSandbox, tenant: 0 },
    { environmentId: at.meridian, tenant: 1 },
    { environmentId: at.meridianSandbox, tenant: 1 },
  ].flatMap(place => [
    { ...place, eventType: 'accountcreation', bodies: [manyAccounts, programs, signUpMail, signUpScore] },
    { ...place, eventType: 'accountlogin', bodies: [sprayed, driven, doubtful] },
  ]),
  { environmentId: at.harbor, eventType: 'CardAuthorization', tenant: 0, bodies: [cardAtNight] },
]
