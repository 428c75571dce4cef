import { describe, expect, it } from 'vitest'
import { groupUnavailable, missingParts, reviewShortcuts } from './review-model.ts'

describe('missingParts', () => {
  const options = [{ value: 'stolen', label: 'Stolen card' }]
  it('missingParts requires one of the reasons, and no note beside it', () => {
    expect(missingParts({ options }, {})).toEqual({ reason: true, note: undefined })
    expect(missingParts({ options }, { reason: 'other' }).reason).toBe(true)
    expect(missingParts({ options }, { reason: 'stolen' })).toEqual({ reason: false, note: undefined })
  })
  it('missingParts requires a note where there are no reasons, and no blank one', () => {
    expect(missingParts({}, { note: '  ' }).note).toBe('empty')
    expect(missingParts({ note: 'optional' }, {}).note).toBeUndefined()
  })
  it('missingParts limits the note without its outer spaces', () => {
    expect(missingParts({ maxNoteLength: 3 }, { note: ' abc ' }).note).toBeUndefined()
    expect(missingParts({ maxNoteLength: 3 }, { note: 'abcd' }).note).toBe('long')
  })
})

it('actions with the same reason share a line, in their order', () => {
  const lines = groupUnavailable([
    { id: 'a', label: 'Approve', disabledReason: 'held' },
    { id: 'b', label: 'Hold' },
    { id: 'c', label: 'Challenge', disabledReason: 'offline' },
    { id: 'd', label: 'Reject', disabledReason: 'held' },
  ])
  expect(lines).toEqual([
    { reason: 'held', labels: ['Approve', 'Reject'], ids: ['a', 'd'] },
    { reason: 'offline', labels: ['Challenge'], ids: ['c'] },
  ])
})

it('the region of the shortcut help has the keys in force', () => {
  const actions = [
    { id: 'a', label: 'Approve', shortcut: 'A' },
    { id: 'b', label: 'Hold' },
  ]
  expect(reviewShortcuts({ id: 'review', label: 'Review' }, actions, { a: 'Q' })).toEqual({
    id: 'review',
    label: 'Review',
    shortcuts: [{ id: 'a', label: 'Approve', keys: 'Q' }],
  })
})
