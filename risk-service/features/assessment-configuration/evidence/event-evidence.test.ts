import { describe, expect, it } from 'vitest'
import type { AssessmentSchema, CustomField } from '../../../contract/assessments/custom-fields.ts'
import { createEventCheck } from './event-evidence.ts'

const metadata = { eventId: 'e1', timestamp: '2026-11-21T13:40:00Z' }
const before: AssessmentSchema = { sections: ['metadata'], custom: [{ name: 'giftCards', type: 'Integer' }] }
const withFields = (...custom: CustomField[]): AssessmentSchema => ({ ...before, custom })
const evidenceOf = (after: AssessmentSchema, events: readonly Record<string, unknown>[]) => {
  const check = createEventCheck('Custom', before, after)
  for (const event of events) check.check({ metadata, ...event })
  return check.evidence()
}
const times = (count: number, event: Record<string, unknown>) => Array.from({ length: count }, () => event)

describe('stored events against a changed schema', () => {
  it('count as refused without a field that becomes required: 212 of 9,812', () => {
    const events = [...times(9600, { custom: { giftCards: 2 } }), ...times(200, { custom: {} }), ...times(12, {})]
    expect(evidenceOf(withFields({ name: 'giftCards', type: 'Integer', required: true }), events)).toEqual({
      checked: 9812,
      refused: 212,
      changes: [{ kind: 'required', path: 'custom.giftCards', refused: 212 }],
    })
  })
  it('count for each change that refuses them by itself, and once in all', () => {
    const after = withFields(
      { name: 'giftCards', type: 'Integer', required: true },
      { name: 'channel', type: 'String', required: true },
      { name: 'note', type: 'String' },
    )
    const events = [{ custom: { giftCards: 1, channel: 'app' } }, { custom: { channel: 'app' } }, { custom: {} }]
    expect(evidenceOf(after, events)).toEqual({
      checked: 3,
      refused: 2,
      changes: [
        { kind: 'required', path: 'custom.giftCards', refused: 2 },
        { kind: 'field', path: 'custom.channel', refused: 1 },
        { kind: 'field', path: 'custom.note', refused: 0 },
      ],
    })
  })
  it('are refused with a value that the type of a new field does not read', () => {
    const after = withFields(...before.custom, { name: 'express', type: 'Boolean' })
    const events = [{ custom: { express: 'true' } }, { custom: { express: 'tomorrow' } }, {}]
    expect(evidenceOf(after, events)).toMatchObject({ checked: 3, refused: 1 })
  })
  it('are refused where a section that is added is sent with other values, and not without it', () => {
    const after: AssessmentSchema = { ...before, sections: ['metadata', 'user'] }
    const events = [{ user: { id: 'u1' } }, { user: { email: 'a@mail.example' } }, {}]
    expect(evidenceOf(after, events)).toEqual({
      checked: 3,
      refused: 1,
      changes: [{ kind: 'section', path: 'user', refused: 1 }],
    })
  })
  it('do not count when they are tests, or were refused before', () => {
    const after = withFields({ name: 'giftCards', type: 'Integer', required: true })
    const events = [{ metadata: { ...metadata, isTest: true } }, { metadata: {} }, {}]
    expect(evidenceOf(after, events)).toMatchObject({ checked: 2, refused: 1 })
  })
})
