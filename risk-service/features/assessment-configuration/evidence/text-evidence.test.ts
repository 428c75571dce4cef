import { describe, expect, it } from 'vitest'
import type { AssessmentSchema, CustomField } from '../../../contract/assessments/custom-fields.ts'
import { runSync } from '../../../contract/cooperative.ts'
import { parseTenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import type { TextHolder } from '../../ontology/uses/text-sources.ts'
import { createTextCheck, findBrokenPlaces } from './text-evidence.ts'

const assessmentOf = (schema: AssessmentSchema) =>
  parseTenantAssessment({
    id: 'a',
    environment_id: 'root',
    kind: 'wizard',
    template: 'Custom',
    api_name: 'Pickup',
    friendly_name: 'Pick-up',
    schema,
    settings: {},
    observations: [{ apiName: 'Opened', template: 'Custom' }],
    has_label: false,
    sample: {},
  })
const schemaWith = (...custom: CustomField[]): AssessmentSchema => ({ sections: ['metadata', 'user'], custom })
const holder = (kind: 'rule' | 'velocity', condition: string, ...texts: string[]): TextHolder => ({
  kind,
  id: 'r',
  name: 'Any',
  environmentId: 'root',
  ruleType: kind === 'rule' ? 'decision' : null,
  templateKind: null,
  status: 'active',
  eventType: kind === 'rule' ? 'Pickup' : null,
  branch: null,
  texts: [{ place: null, text: condition }, ...texts.map((text, n) => ({ place: `Clause ${n + 1}`, text }))],
})
const broken = (before: AssessmentSchema, after: AssessmentSchema, text: TextHolder) =>
  runSync(
    findBrokenPlaces(createTextCheck(assessmentOf(before), []), createTextCheck(assessmentOf(after), []), text),
  ).map(({ place, code }) => [place, code])

const giftCards: CustomField = { name: 'giftCards', type: 'Integer' }

describe('texts against a changed schema', () => {
  it('break at the clause that reads a field which is gone', () => {
    const rule = holder('rule', '', 'RETURN Reject() WHEN @"custom.giftCards" > 3', 'RETURN Approve()')
    expect(broken(schemaWith(giftCards), schemaWith(), rule)).toEqual([['Clause 1', 'FQL3001']])
  })
  it('break at the condition that reads a section which is gone', () => {
    const rule = holder('rule', 'WHEN @"user.email" == "x"', 'RETURN Approve()')
    const after: AssessmentSchema = { sections: ['metadata'], custom: [] }
    expect(broken(schemaWith(), after, rule)).toEqual([[null, 'FQL3001']])
  })
  it('of velocities break as those of rules do', () => {
    const velocity = holder(
      'velocity',
      '',
      'SELECT Count() AS n FROM Pickup WHEN @"custom.giftCards" > 3 GROUPBY @"user.id"',
    )
    expect(broken(schemaWith(giftCards), schemaWith(), velocity)).toEqual([['n', 'FQL3001']])
  })
  it('break by nothing that is added or becomes required', () => {
    const rule = holder('rule', '', 'RETURN Reject() WHEN @"custom.giftCards" > 3 && @"custom.unlisted" == "x"')
    const after = schemaWith({ ...giftCards, required: true }, { name: 'note', type: 'String' })
    expect(broken(schemaWith(giftCards), after, rule)).toEqual([])
  })
  it('that have a fault already are no news', () => {
    const rule = holder('rule', '', 'RETURN Reject() WHEN Velocity.none(@"user.id", 1h) > @"custom.giftCards" +')
    expect(broken(schemaWith(giftCards), schemaWith(giftCards), rule)).toEqual([])
  })
})
