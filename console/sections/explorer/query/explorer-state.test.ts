import { expect, it } from 'vitest'
import { defaultExplorer, type ExplorerState, explorerParameters, parseExplorer } from './explorer-state.ts'

const state: ExplorerState = {
  start: { kind: 'key', key: 'device', value: 'dv_7f3a, 19:e4' },
  dates: { from: '2026-11-01', to: '2026-11-21' },
  filters: [
    { field: 'score', operator: 'atLeast', values: ['200'] },
    { field: 'decisions', operator: 'in', values: ['Reject', 'Review'] },
    { field: 'countries', operator: 'in', values: ['a,b', 'c%'] },
  ],
  fades: true,
  expanded: ['n1', 'n2'],
  walked: ['ip'],
  selected: ['n3'],
  path: ['n1', 'n9'],
  view: 'both',
  layout: 'timeline',
  colour: 'decision',
  size: 'amount',
  ringStatus: 'dismissed',
  ringOrder: 'growth',
}

it('an address shows the same graph again', () => {
  expect(parseExplorer(explorerParameters(state))).toEqual(state)
  for (const start of [
    { kind: 'event', eventType: 'purchase', id: 'P-1' },
    { kind: 'node', node: 'abc' },
    { kind: 'ring', ring: 'a55a0003-0000-4000-8000-000000000001' },
  ] as const) {
    expect(parseExplorer(explorerParameters({ ...defaultExplorer, start }))).toEqual({ ...defaultExplorer, start })
  }
})

it('an address of before is read without the name of its node, which others may not see', () => {
  const read = parseExplorer(new URLSearchParams('node=abc&name=Mirela+T.'))
  expect(explorerParameters(read).toString()).toBe('node=abc')
})

it('a plain visit has no parameters, and nonsense in an address is left out', () => {
  expect(explorerParameters(defaultExplorer).toString()).toBe('')
  expect(
    parseExplorer(
      new URLSearchParams(
        'key=moon&value=x&from=2026-11-09&to=2026-11-01&layout=spiral&ringOrder=age&f=&f=a&path=one&ring=mine',
      ),
    ),
  ).toEqual(defaultExplorer)
})

it('days that do not exist are left out, and days before the earliest', () => {
  const dates = (from: string, to: string) => parseExplorer(new URLSearchParams({ from, to }), '2025-10-27').dates
  expect(dates('2026-13-45', '2026-14-01')).toBeNull()
  expect(dates('2026-02-01', '2026-02-30')).toBeNull()
  expect(dates('2024-01-01', '2026-02-01')).toEqual({ from: '2025-10-27', to: '2026-02-01' })
  expect(dates('2024-01-01', '2024-02-01')).toBeNull()
})

it('a long selection is left out of the address', () => {
  const selected = Array.from({ length: 21 }, (_, i) => `n${i}`)
  expect(explorerParameters({ ...defaultExplorer, selected }).toString()).toBe('')
})
