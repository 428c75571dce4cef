import { describe, expect, it } from 'vitest'
import { type CaseLayers, withLayer, withoutLayer } from './case-layers.ts'

const now = new Date('2025-03-03T09:00:00.000Z')
const soon = '2025-03-03T09:00:05.000Z'
const state = { status: 'Watch' as const, reason: 'Abuse', comments: '', expiresAt: null }
const known = { ...state, status: 'Safe' as const, reason: 'Known customer' }
const layer = (caseId: string, more: object = {}) => ({ ...state, caseId, until: soon, ...more })
const stackOf = (base: CaseLayers['base'], ...layers: ReturnType<typeof layer>[]): CaseLayers =>
  layers.reduce((stack, each) => withLayer(stack, each, now), { base, layers: [] } as CaseLayers)
const idsOf = ({ layers }: CaseLayers) => layers.map(({ caseId }) => caseId)

describe('taking a decision back', () => {
  it('leaves what the other decision wants, in either order', () => {
    const both = stackOf(known, layer('A'), layer('B', { status: 'Block' }))
    expect(withoutLayer(both, 'A', now).state).toBeUndefined()
    expect(withoutLayer(both, 'B', now).state).toEqual(state)
    expect(withoutLayer(withoutLayer(both, 'A', now).rest, 'B', now).state).toEqual(known)
    expect(withoutLayer(withoutLayer(both, 'B', now).rest, 'A', now).state).toEqual(known)
  })

  it('of one case changes nothing for a case without a layer', () => {
    const one = stackOf(null, layer('A'))
    expect(withoutLayer(one, 'B', now)).toEqual({ rest: one, state: undefined })
  })

  it('passes over what has expired', () => {
    const expired = { ...known, expiresAt: now.toISOString() }
    expect(withoutLayer(stackOf(expired, layer('A')), 'A', now).state).toBeNull()
  })
})

describe('putting a decision on top', () => {
  it('replaces the earlier one of the same case', () => {
    expect(idsOf(stackOf(null, layer('A'), layer('B'), layer('A')))).toEqual(['B', 'A'])
  })

  it('makes those that nobody can take back any more the base, from the bottom', () => {
    const later = new Date(soon)
    const stack = withLayer(
      stackOf(null, layer('A'), layer('B', { status: 'Block' }), layer('C', { until: '2025-03-03T09:01:00.000Z' })),
      layer('D', { until: null }),
      later,
    )
    expect(stack.base).toEqual({ ...state, status: 'Block' })
    expect(idsOf(stack)).toEqual(['C', 'D'])
  })
})
