import { defaultCaseConfiguration } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { type CaseDecision, decisionKeys, decisionLook, quickDecisionsOf } from './decision-choices.ts'

const decision = (name: string, caseAction: CaseDecision['caseAction'], reasons = ['Other']): CaseDecision => ({
  name,
  caseAction,
  labelAction: 'None',
  reasons,
  buttonSentiment: null,
})

it('the first decision that approves has the key a, the first that rejects z, the others free letters', () => {
  const decisions = [
    decision('Dismiss', 'None'),
    decision('Reject', 'Reject'),
    decision('Approve', 'Approve'),
    decision('Confirm fraud', 'Reject'),
  ]
  expect(decisionKeys(decisions)).toEqual(['d', 'z', 'a', 'f'])
  expect(decisions.map(decisionLook)).toEqual([undefined, 'reject', 'approve', 'reject'])
})

it('digits choose the first reason of each decision, then the second ones, nine at most', () => {
  const quick = quickDecisionsOf(defaultCaseConfiguration.queueDecisions)
  expect(quick.map(({ key, decision: { name }, reason }) => `${key} ${name}: ${reason}`)).toEqual([
    '1 Approve: Wrong decision',
    '2 Reject: Stolen card',
    '3 Approve: Account rehabilitated',
    '4 Reject: Compromised account',
    '5 Approve: Business policy',
    '6 Reject: Collusion',
    '7 Approve: Verified customer',
    '8 Reject: Fraud business',
    '9 Approve: Test account',
  ])
  expect(quick.filter(({ first }) => first)).toHaveLength(2)
})

it('a decision with few reasons leaves its digits to the others', () => {
  const quick = quickDecisionsOf([decision('Approve', 'Approve'), decision('Reject', 'Reject', ['Ring', 'Abuse'])])
  expect(quick.map(({ key, reason }) => key + reason)).toEqual(['1Other', '2Ring', '3Abuse'])
})
