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
  name: 'Automated sign-ups',
  description: 'Accounts created by automated browsers.',
  condition: '',
  sample: signUpSample,
  clauses: [
    postBot(
      'Automated browser',
      'RETURN Reject("Automated sign-up", "The browser is automated")\nWHEN @"botScore" >= 800',
    ),
  ],
}

export const signUpMail: RuleBody = {
  ...mailHosts,
  sample: signUpSample,
  clauses: [prior('Domain on the list', 'RETURN Reject("Disposable email", "The new account uses " + $host)')],
}

export const signUpScore: RuleBody = {
  name: 'Sign-up risk score',
  description: 'Reviews sign-ups with a high risk score, and verifies those from abroad.',
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
  description: 'Several accounts created on one device.',
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
  name: 'Password spraying',
  description: 'One IP address tries passwords on many accounts.',
  condition: '',
  sample: signInSample,
  clauses: [
    prior(
      'Many users',
      'RETURN Reject("Password spraying", "Five or more users from this address within an hour")\nWHEN Velocity.ipUsers(@"device.ipAddress", 1h) >= 5',
    ),
  ],
}

export const driven: RuleBody = {
  name: 'Automated sign-ins',
  description: 'Automated browsers that try passwords.',
  condition: '',
  sample: signInSample,
  clauses: [
    postBot(
      'Automated browser',
      'RETURN Reject("Automated sign-in", "The browser is automated")\nWHEN @"botScore" >= 800',
    ),
  ],
}

export const doubtful: RuleBody = {
  name: 'Suspicious sign-ins',
  description: 'Sign-ins from another country need a verification code.',
  condition: '',
  sample: signInSample,
  clauses: [
    postRisk(
      'Profile change, then foreign sign-in',
      'RETURN Review("Profile changed, then a sign-in from abroad", "The phone number was changed today and the address is abroad")\nWHEN @"deviceAttributes.deviceCountryCode" != @"user.countryRegion" && DaysSince(@"recentUpdate.lastPhoneNumberUpdateDate") < 1',
    ),
    postRisk(
      'From abroad',
      'RETURN Challenge("SMS", "Sign-in from abroad", "The address is not in the country of the account")\nWHEN Exists(@"deviceAttributes.deviceCountryCode") && @"deviceAttributes.deviceCountryCode" != @"user.countryRegion"',
    ),
  ],
}

export const cardAtNight: RuleBody = {
  name: 'Card-not-present at night',
  description: 'Large card-not-present payments late in the evening and at night.',
  condition: 'WHEN @"card.isPresent" == false',
  sample: { payload: {}, riskScore: 500 },
  clauses: [
    prior(
      'High amount',
      'LET $hour = @"metadata.timestamp".ToDateTime().Hour\nRETURN Review("High amount at night", "Over 250 without the card between nine and five")\nWHEN @"transaction.txnAmount" > 250 && ($hour >= 21 || $hour < 5)',
    ),
  ],
}

/** The demo's rules of other assessments, by event type. */
export const otherDemoRules: readonly (readonly [eventType: string, rule: RuleBody])[] = [
  ...[manyAccounts, programs, signUpMail, signUpScore].map(rule => ['accountcreation', rule] as const),
  ...[sprayed, driven, doubtful].map(rule => ['accountlogin', rule] as const),
  ['CardAuthorization', cardAtNight],
]
