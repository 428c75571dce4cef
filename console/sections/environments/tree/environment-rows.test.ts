import { describe, expect, it } from 'vitest'
import { environment, tree } from '../testing/environments.ts'
import { environmentRows, matchesText, parentIds } from './environment-rows.ts'

const shown = (options: Partial<Parameters<typeof environmentRows>[1]> = {}, list = tree) =>
  environmentRows(list, { collapsed: new Set(), text: '', ...options }).map(
    row =>
      `${'-'.repeat(row.level - 1)}${row.environment.id} ${row.position}/${row.setSize}${row.expanded === undefined ? '' : row.expanded ? ' open' : ' shut'}`,
  )

describe('rows', () => {
  it('[spec 3.2] rows stand below their parents, in the order of their names', () => {
    expect(shown()).toEqual(['Harbor 1/2 open', '-EU 1/2 open', '--EU-2 1/2', '--EU-10 2/2', '-US 2/2', 'Training 2/2'])
    expect(shown({ collapsed: new Set(['EU']) })).toEqual([
      'Harbor 1/2 open',
      '-EU 1/2 shut',
      '-US 2/2',
      'Training 2/2',
    ])
  })
  it('a search keeps the way to what it finds, and opens it', () => {
    expect(shown({ text: ' SHOP ', collapsed: new Set(['Harbor', 'EU']) })).toEqual([
      'Harbor 1/1 open',
      '-EU 1/1 open',
      '--EU-2 1/1',
    ])
    expect(shown({ text: 'live' })).toEqual(['Harbor 1/1 open', '-EU 1/1'])
    expect(shown({ text: 'nothing' })).toEqual([])
  })
  it('a child whose parent is not listed stands at the top; 1,000 are quick', () => {
    expect(shown({}, tree.slice(1, 2))).toEqual(['EU 1/1'])
    const many = Array.from({ length: 1000 }, (_, index) => environment(`E-${index}`))
    expect(environmentRows(many, { collapsed: new Set(), text: '' })).toHaveLength(1000)
    expect(parentIds(tree)).toEqual(new Set(['Harbor', 'EU']))
    expect(matchesText(environment('x', [], { friendlyName: 'Straße' }), 'straße')).toBe(true)
  })
})
