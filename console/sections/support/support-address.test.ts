import { describe, expect, it } from 'vitest'
import { applySearchState, parseSearchState } from '../../platform/router/use-search-state.ts'
import { boundsOf, supportSchema } from './support-address.ts'

const now = Date.parse('2026-11-21T12:00:30Z')
const parse = (address: string) => parseSearchState(supportSchema, new URLSearchParams(address))

describe('the address of the support view', () => {
  it('carries the search and the selection, and forgets what it cannot mean', () => {
    const address = applySearchState(supportSchema, new URLSearchParams(), {
      q: 'ana@shop.example',
      key: 'email',
      account: { type: 'email', value: 'ana@shop.example:1' },
      tab: 'transactions',
      order: 'P-1',
      range: { kind: 'relative', amount: 30, unit: 'day' },
      edit: { list: 'payment', value: 'PI:1' },
    })
    expect(parse(address.toString())).toEqual({
      q: 'ana@shop.example',
      key: 'email',
      account: { type: 'email', value: 'ana@shop.example:1' },
      tab: 'transactions',
      order: 'P-1',
      range: { kind: 'relative', amount: 30, unit: 'day' },
      edit: { list: 'payment', value: 'PI:1' },
    })
    expect(parse('account=device:1&key=x&tab=y&range=soon&edit=email:')).toEqual({
      q: '',
      key: null,
      account: null,
      tab: 'accounts',
      order: null,
      range: { kind: 'relative', amount: 90, unit: 'day' },
      edit: null,
    })
  })
  it('names the instants of a range, which is of one visit the same', () => {
    expect(boundsOf({ kind: 'relative', amount: 30, unit: 'day' }, now)).toEqual({
      from: '2026-10-22T12:01:00.000Z',
      to: '2026-11-21T12:01:00.000Z',
    })
    const absolute = { kind: 'absolute', from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' } as const
    expect(boundsOf(absolute, now)).toEqual({ from: absolute.from, to: '2026-11-01T23:59:59.999Z' })
    const address = applySearchState(supportSchema, new URLSearchParams(), { range: absolute })
    expect(parse(address.toString()).range).toEqual(absolute)
  })
})
