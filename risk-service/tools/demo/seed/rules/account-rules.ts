/** The demo's rules of account creations, account logins and the card payments of a tenant assessment. */
import type { RuleBody } from '../../../../contract/index.ts'
import { builtInAssessments } from '../../../../engine/index.ts'
import { demoEnvironmentIds as at } from '../../../../kernel/identity/demo-tenants.ts'
import { postBot, postRisk, prior } from './clauses.ts'
import { mailHosts } from './purchase-rules.ts'

const payloadOf = (assessment: string): Record<string, unknown> =>
  builtInAssessments.find(at.harbor, assessment)?.payload ?? {}
const signUpSample = { payload: payloadOf('accountcreation'), riskScore: 500 }
const signInSample = { payload: payloadOf('accountlogin'), riskScore: 500 }

export const programs: RuleBody = {
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

export const signUpMail: RuleBody = {
  ...mailHosts,
  sample: signUpSample,
  clauses: [prior('Host', 'RETURN Reject("Throw-away mail", "The new account has its mailbox on " + $host)')],
}

export const signUpScore: RuleBody = {
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

export const manyAccounts: RuleBody = {
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

export const sprayed: RuleBody = {
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

export const driven: RuleBody = {
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

export const doubtful: RuleBody = {
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

export const cardAtNight: RuleBody = {
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

/** The demo's rules of other assessments, by event type. */
export const otherDemoRules: readonly (readonly [eventType: string, rule: RuleBody])[] = [
  ...[manyAccounts, programs, signUpMail, signUpScore].map(rule => ['accountcreation', rule] as const),
  ...[sprayed, driven, doubtful].map(rule => ['accountlogin', rule] as const),
  ['CardAuthorisation', cardAtNight],
]
