import type { RuleOverview } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { overviewCsv, overviewRows } from './rule-overview.ts'

const row = (changes: Partial<RuleOverview>): RuleOverview => ({
  eventType: 'purchase',
  assessmentId: 'purchase',
  name: 'Purchase',
  kind: 'builtIn',
  sections: ['prior'],
  actions: false,
  evaluation: 'all',
  active: 3,
  inactive: 1,
  myDrafts: 0,
  activeActions: 0,
  branches: { used: 1, most: 10 },
  rules: { used: 4, most: 200 },
  functions: { used: 0, most: 10 },
  experiment: null,
  payloadEdited: false,
  settingsUpdatedAt: null,
  inherited: 2,
  publishedBy: null,
  publishedAt: null,
  warnings: [],
  ...changes,
})
const rows = [
  row({}),
  row({
    eventType: 'accountlogin',
    name: 'Account login',
    warnings: [{ code: 'missingReference', names: ['=Risky', 'Blocked'] }],
  }),
]

it('the rule overview finds by the name that is seen, and what has warnings', () => {
  const nameOf = ({ eventType }: RuleOverview) => (eventType === 'purchase' ? 'Kauf' : 'Anmeldung')
  expect(overviewRows(rows, { text: ' KAU ', warnings: false }, nameOf).map(each => each.eventType)).toEqual([
    'purchase',
  ])
  expect(overviewRows(rows, { text: '', warnings: true }, nameOf).map(each => each.eventType)).toEqual(['accountlogin'])
  expect(overviewRows(rows, { text: 'kauf', warnings: true }, nameOf)).toEqual([])
})

it('the rule overview writes one line per assessment and names what is missing', () => {
  const lines = overviewCsv(rows).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toBe('Purchase,purchase,builtIn,all,3,1,0,0,1,,false,,2,0,,,')
  expect(lines[2]).toContain('"missingReference: =Risky, Blocked"')
})
