import type { SupportEntry } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { buildUndo, parseValues } from './support-entries.ts'

const entry = (value: string, change: Partial<SupportEntry> = {}): SupportEntry => ({
  value,
  status: 'Watch',
  reason: '',
  comments: '',
  expiresAt: null,
  addedBy: 'a',
  addedAt: '2026-11-01T00:00:00Z',
  updatedBy: 'a',
  updatedAt: '2026-11-01T00:00:00Z',
  ...change,
})
const now = Date.parse('2026-11-21T12:00:00Z')

describe('values that are typed', () => {
  it('values that are typed stand one per line, each once without regard to letter case', () => {
    expect(parseValues(' a@x.example \r\n\nB@x.example\nA@X.example\n')).toEqual(['a@x.example', 'B@x.example'])
    expect(parseValues(' \n')).toEqual([])
  })
})

describe('what undoes a change', () => {
  it('what undoes a change takes off what was not there and gives the others back what they had, alike ones together', () => {
    const before = [entry('b'), entry('c', { status: 'Safe', reason: 'VIP' }), entry('D')]
    expect(buildUndo('user', ['a', 'B', 'c', 'd'], before, now)).toEqual({
      remove: ['a'],
      save: [
        { values: ['b', 'D'], entry: { status: 'Watch', reason: '', comments: '', expiresAt: null } },
        { values: ['c'], entry: { status: 'Safe', reason: 'VIP', comments: '', expiresAt: null } },
      ],
    })
  })
  it('what undoes a change knows an address in another spelling', () => {
    expect(
      buildUndo('ip', ['::ffff:203.0.113.9', '2001:DB8:0::1'], [entry('203.0.113.9'), entry('2001:db8::1')], now)
        .remove,
    ).toEqual([])
  })
  it('what undoes a change does not bring back what has expired', () => {
    expect(buildUndo('user', ['a'], [entry('a', { expiresAt: '2026-11-21T11:00:00Z' })], now)).toEqual({
      remove: [],
      save: [],
    })
  })
})
