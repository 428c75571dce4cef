import type { Environment } from '@assay/risk-service/contract'
import { describe, expect, it, test } from 'vitest'
import type { EnvironmentRow } from './environment-rows.ts'
import { type GridPosition, type GridStep, gridStep } from './grid-keys.ts'

const row = (id: string, parentId: string | null, expanded?: boolean): EnvironmentRow => ({
  environment: { id, parentId } as Environment,
  level: parentId === null ? 1 : 2,
  position: 1,
  setSize: 1,
  expanded,
})
const rows = [row('a', null, true), row('b', 'a'), row('c', 'a', false), row('d', null)]
const step = (
  at: GridPosition,
  key: string,
  more: { control?: boolean; direction?: 'ltr' | 'rtl' } = {},
): GridStep | undefined =>
  gridStep(rows, at, 5, { key, control: more.control ?? false, direction: more.direction ?? 'ltr' })
const go = (id: string, cell: number | null = null): GridStep => ({ kind: 'go', place: { id, cell } })

describe('keys of a row', () => {
  test.each<[string, string, GridStep]>([
    ['a', 'ArrowDown', go('b')],
    ['a', 'ArrowUp', go('a')],
    ['d', 'ArrowDown', go('d')],
    ['b', 'End', go('d')],
    ['c', 'Home', go('a')],
    ['a', 'PageDown', go('d')],
    ['d', 'PageUp', go('a')],
    ['a', 'ArrowLeft', { kind: 'collapse', id: 'a' }],
    ['c', 'ArrowRight', { kind: 'expand', id: 'c' }],
    ['a', 'ArrowRight', go('a', 0)],
    ['b', 'ArrowRight', go('b', 0)],
    ['b', 'ArrowLeft', go('a')],
    ['d', 'ArrowLeft', { kind: 'stay' }],
    ['b', 'Enter', { kind: 'open', id: 'b' }],
  ])('%s %s', (id, key, expected) => {
    expect(step({ id, cell: null }, key)).toEqual(expected)
  })
  it('mirror with the reading direction', () => {
    expect(step({ id: 'c', cell: null }, 'ArrowLeft', { direction: 'rtl' })).toEqual({ kind: 'expand', id: 'c' })
    expect(step({ id: 'a', cell: null }, 'ArrowRight', { direction: 'rtl' })).toEqual({ kind: 'collapse', id: 'a' })
  })
})

describe('keys of a cell', () => {
  test.each<[number, string, GridStep | undefined]>([
    [0, 'ArrowRight', go('b', 1)],
    [4, 'ArrowRight', { kind: 'stay' }],
    [1, 'ArrowLeft', go('b', 0)],
    [0, 'ArrowLeft', go('b')],
    [2, 'ArrowDown', go('c', 2)],
    [2, 'ArrowUp', go('a', 2)],
    [2, 'Home', go('b', 0)],
    [2, 'End', go('b', 4)],
    [2, 'Enter', undefined],
    [2, 'x', undefined],
  ])('%s %s', (cell, key, expected) => {
    expect(step({ id: 'b', cell }, key)).toEqual(expected)
  })
  it('Control with Home and End goes to the first and the last row', () => {
    expect([
      step({ id: 'b', cell: 2 }, 'Home', { control: true }),
      step({ id: 'b', cell: 2 }, 'End', { control: true }),
    ]).toEqual([go('a', 2), go('d', 2)])
  })
})

it('without rows no key means anything; a row that went away is as if on the first', () => {
  expect(
    gridStep([], { id: 'a', cell: null }, 5, { key: 'ArrowDown', control: false, direction: 'ltr' }),
  ).toBeUndefined()
  expect(step({ id: 'gone', cell: null }, 'ArrowDown')).toEqual(go('b'))
})
