import { describe, expect, it } from 'vitest'
import type { FilterField } from '../filter-bar/filter-model.ts'
import {
  canInsert,
  conditionNumber,
  countConditions,
  findItem,
  findQueryIssues,
  focusTargetAfterRemoval,
  insertItem,
  insertionPointAfterStep,
  moveItem,
  type QueryGroup,
  type QueryItem,
  removeItem,
  replaceItem,
} from './query-model.ts'

const condition = (id: string): QueryItem => ({ id, field: 'amount', operator: 'gte', values: ['1'] })
const group = (id: string, ...items: QueryItem[]): QueryGroup => ({ id, mode: 'any', items })
const root = group('root', condition('a'), group('g', condition('b'), condition('c')), condition('d'))
/** Shape as text: `a g(b c) d`. */
const shape = (item: QueryItem): string =>
  'items' in item ? `${item.id}(${item.items.map(shape).join(' ')})` : item.id

describe('query model', () => {
  it('the query model finds, replaces, inserts and removes at any depth', () => {
    expect(findItem(root, 'c')).toMatchObject({ index: 1, depth: 2, parent: { id: 'g' } })
    expect(findItem(root, 'none')).toBeUndefined()
    expect(shape(insertItem(root, { group: 'g', index: 1 }, condition('x')))).toBe('root(a g(b x c) d)')
    expect(shape(removeItem(root, 'b'))).toBe('root(a g(c) d)')
    expect(shape(removeItem(root, 'g'))).toBe('root(a d)')
    expect(
      findItem(replaceItem(root, 'c', { id: 'c', field: 'country', operator: 'eq', values: [] }), 'c')?.item,
    ).toMatchObject({ field: 'country' })
    expect(countConditions(root)).toBe(4)
  })

  it.each([
    ['a', 'down', 'root(g(b c) a d)'],
    ['d', 'up', 'root(a d g(b c))'],
    ['d', 'in', 'root(a g(b c d))'],
    ['c', 'out', 'root(a g(b) c d)'],
    ['b', 'down', 'root(a g(c b) d)'],
  ] as const)('the query model moves %s %s', (id, step, expected) => {
    const place = insertionPointAfterStep(root, id, step)
    expect(place && shape(moveItem(root, id, place))).toBe(expected)
  })

  it.each([
    ['a', 'up'],
    ['d', 'down'],
    ['a', 'in'],
    ['a', 'out'],
    ['root', 'up'],
  ] as const)('the query model has no way %s %s', (id, step) => {
    expect(insertionPointAfterStep(root, id, step)).toBeUndefined()
  })

  it('the query model numbers the conditions through all groups, in their order on screen', () => {
    expect(['a', 'b', 'c', 'd'].map(id => conditionNumber(root, id))).toEqual([1, 2, 3, 4])
    expect(conditionNumber(root, 'g')).toBe(0)
  })
  it('the query model never puts a group into itself nor deeper than four', () => {
    expect(canInsert(root, root, 'g')).toBe(false)
    expect(shape(moveItem(root, 'g', { group: 'g', index: 0 }))).toBe(shape(root))
    const deep = group('1', group('2', group('3', group('4'))))
    expect(canInsert(deep, condition('x'), '4')).toBe(true)
    expect(canInsert(deep, group('5'), '4')).toBe(false)
    expect(canInsert(deep, group('5'), '3')).toBe(true)
  })

  it('the query model names who takes the focus of what was removed', () => {
    expect(focusTargetAfterRemoval(root, 'b')).toBe('c')
    expect(focusTargetAfterRemoval(root, 'd')).toBe('g')
    expect(focusTargetAfterRemoval(group('root', group('g', condition('b'))), 'b')).toBe('g')
  })

  it('the query model names every problem at its item', () => {
    const fields: FilterField[] = [
      { id: 'amount', label: 'Amount', kind: 'number', operators: [{ id: 'gte', label: 'at least' }] },
    ]
    const broken = group(
      'root',
      { id: 'a', field: 'amount', operator: 'gte', values: [''] },
      group('g'),
      { id: 'z', field: 'gone', operator: 'eq', values: ['1'] },
      condition('ok'),
    )
    expect([...findQueryIssues(broken, fields)]).toEqual([
      ['a', 'Required'],
      ['g', 'Empty'],
      ['z', 'UnknownField'],
    ])
    expect(findQueryIssues(group('root'), fields).size).toBe(0)
  })
})
