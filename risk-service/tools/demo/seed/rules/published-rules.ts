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

const fraudEngineer = { tenant: 0, username: 'fraud-engineer@harbor.example' }
const developer = { tenant: 1, username: 'psp-developer@meridian.example' }

/**
 * Rules of each root in order; the sandbox has those of production. The rule that watches guest checkouts is first,
 * because a decision ends the run.
 */
export const publishedRules: readonly {
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
