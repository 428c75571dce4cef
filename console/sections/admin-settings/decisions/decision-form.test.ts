import { defaultCaseConfiguration } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import {
  type DecisionFields,
  decisionBody,
  decisionErrors,
  decisionFormOf,
  newDecision,
  statementErrorsOf,
} from './decision-form.ts'

const form = decisionFormOf(defaultCaseConfiguration)
/** What is wrong after some fields of the second decision have changed. */
const errors = (changes: Partial<DecisionFields>) => {
  const [first, second] = form.queueDecisions
  if (!first || !second) throw new Error('There are two decisions by default.')
  return decisionErrors({ ...form, queueDecisions: [first, { ...second, ...changes }] })
}

describe('the decisions of an assessment', () => {
  it('the decisions of the system are valid, and stay as they are', () => {
    expect(errors({})).toEqual({})
    expect(decisionBody(form)).toEqual(defaultCaseConfiguration)
  })
  it('the challenge is sent without blanks, and an empty one is none', () => {
    const asked = decisionFormOf({ ...defaultCaseConfiguration, challengeAction: 'DO External.Ask()' })
    expect(decisionBody({ ...asked, challengeAction: ' DO External.Ask() ' }).challengeAction).toBe('DO External.Ask()')
    expect(decisionBody({ ...asked, challengeAction: ' ' }).challengeAction).toBeNull()
  })
  it('a statement that the service refuses is marked at its field', () => {
    const refused = (path: (string | number)[]) =>
      new ORPCError('BAD_REQUEST', { status: 400, data: { issues: [{ path, message: 'There is no call Ask.' }] } })
    const problem = { id: 'Admin.Decisions.Problem.Statement', values: { problem: 'There is no call Ask.' } }
    expect(statementErrorsOf(refused(['configuration', 'challengeAction']))).toEqual({ challengeAction: problem })
    expect(statementErrorsOf(refused(['configuration', 'queueDecisions', 1, 'fqlAction']))).toEqual({
      'queueDecisions.1.fqlAction': problem,
    })
    expect(statementErrorsOf(refused(['configuration', 'queueDecisions', 1, 'name']))).toBeNull()
  })
  it('the default keeps its place when its name changes', () => {
    const [first, second] = form.queueDecisions
    const renamed = { ...form, queueDecisions: [{ ...first, name: ' Accept ' }, second] as DecisionFields[] }
    expect(decisionBody(renamed)).toMatchObject({ defaultDecisionName: 'Accept' })
  })
  it.each([
    ['name', { name: ' ' }, 'Admin.Options.Problem.LinkName'],
    ['name', { name: 'approve' }, 'Admin.Decisions.Problem.Name'],
    ['reasons', { reasons: [] }, 'Admin.Options.Problem.Empty'],
    ['reasons', { reasons: ['x'.repeat(101)] }, 'Admin.Options.Problem.Texts'],
  ])('%s: %j is refused at its field', (field, changes, id) => {
    expect(errors(changes)).toMatchObject({ [`queueDecisions.1.${field}`]: { id } })
  })
  it('decisions that all do the same are refused together', () => {
    expect(errors({ caseAction: 'Approve' })).toMatchObject({ queueDecisions: { id: 'Admin.Decisions.Problem.Few' } })
  })
  it('a new decision needs a name and a reason', () => {
    const added = decisionErrors({ ...form, queueDecisions: [...form.queueDecisions, newDecision()] })
    expect(Object.keys(added)).toEqual(['queueDecisions.2.name', 'queueDecisions.2.reasons'])
  })
})
