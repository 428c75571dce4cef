import { type RulesInput, reportAttributes } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { createRulesReport, geoId, scoreId, watchId } from '../testing/rules-samples.ts'
import { ruleEventsOf } from './rule-events.ts'

const attributes = Object.fromEntries(reportAttributes.map(name => [name, []])) as unknown as RulesInput['attributes']
const base: RulesInput = {
  environmentId: '0198b000-0000-7000-8000-0000000000e1',
  assessment: 'purchase',
  from: '2026-11-19',
  to: '2026-11-20',
  view: 'count',
  grain: 'day',
  environmentIds: [],
  scoreFrom: 0,
  scoreTo: 999,
  attributes,
  dataFilters: {},
  kind: 'decision',
  rules: [],
  ruleDecisions: [],
  decisionRules: [],
  finalDecisions: [],
  transactionStatuses: [],
  latestStatuses: [],
  fraudFlags: [],
  scoreType: 'risk',
  fraudTypes: [],
  nonFraudTypes: [],
}
type Changes = Partial<Omit<RulesInput, 'attributes'>> & { attributes?: Partial<RulesInput['attributes']> }
const inputOf = (changes: Changes = {}): RulesInput => ({
  ...base,
  ...changes,
  attributes: { ...attributes, ...changes.attributes },
})
const geo = { ruleId: geoId, clause: null }
const watch = { ruleId: watchId, clause: null }
const range = ['at:gte:2026-11-19T00:00:00.000Z', 'at:lt:2026-11-21T00:00:00.000Z']
const conditionsOf = (...call: Parameters<typeof ruleEventsOf>) => ruleEventsOf(...call)?.getAll('f')

describe('the search for the events of a rule', () => {
  const report = createRulesReport()
  const find = (changes: Changes) => conditionsOf(geo, ['Geo'], report, inputOf(changes))

  it('has the filters of the report', () => {
    expect(
      find({
        scoreFrom: 35,
        scoreTo: 64,
        ruleDecisions: ['Reject', 'Review'],
        environmentIds: ['0198b000-0000-7000-8000-0000000000e2'],
        attributes: { country: ['DE'], cardType: ['Visa, credit'] },
      }),
    ).toEqual([
      'rule:in:Geo',
      ...range,
      'riskScore:between:30,69',
      'decision:in:Reject,Review',
      'environmentId:in:0198b000-0000-7000-8000-0000000000e2',
      'cardType:in:Visa%2C%20credit',
      'ipCountry:in:DE',
    ])
  })
  it.each<Changes>([
    { finalDecisions: ['Approved'] },
    { transactionStatuses: ['Chargeback'] },
    { latestStatuses: ['Fraud'] },
    { attributes: { segment: ['Shoes'] } },
    { dataFilters: { 'transaction.txnType': ['Debit'] } },
    { attributes: { country: ['(blank)'] } },
  ])('is not offered with a filter that the search does not have: %j', changes => {
    expect(find(changes)).toBeUndefined()
  })
  it('is not offered for a rule without events', () => {
    expect(conditionsOf(geo, [], report, inputOf())).toBeUndefined()
  })
})

describe('the search for what a rule observed', () => {
  const figures = createRulesReport().rows[0]!.clauses[0]!
  const reportOf = (rules: Readonly<Record<string, readonly string[]>>) => ({
    rows: Object.entries(rules).map(([ruleId, clauses]) => ({
      ...figures,
      ruleId,
      clauses: clauses.map(clause => ({ ...figures, clause })),
    })),
  })
  const input = inputOf({ kind: 'observe' })

  it('names its clauses', () => {
    const report = reportOf({ [watchId]: ['Device', 'Proxy'], [scoreId]: ['High'] })
    expect(conditionsOf(watch, ['Watch'], report, input)).toEqual(['observingClause:in:Device,Proxy', ...range])
    expect(conditionsOf({ ...watch, clause: 'Proxy' }, ['Watch'], report, input)?.[0]).toBe('observingClause:in:Proxy')
  })
  it('is not offered where another rule has a clause of the same name', () => {
    const report = reportOf({ [watchId]: ['Device', 'Proxy'], [scoreId]: ['Device'] })
    expect(conditionsOf(watch, ['Watch'], report, input)).toBeUndefined()
    expect(conditionsOf({ ...watch, clause: 'Proxy' }, ['Watch'], report, input)).toBeDefined()
  })
  it('is not offered for a rule that observed nothing', () => {
    expect(conditionsOf(watch, ['Watch'], reportOf({}), input)).toBeUndefined()
  })
})
