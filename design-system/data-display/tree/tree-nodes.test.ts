import { describe, expect, it } from 'vitest'
import { foldForSearch } from '../../lib/typeahead/typeahead.ts'
import { checkStates, toggleChecks } from './tree-checks.ts'
import { filterNodes, matchOf, parentIds, pathIds, type TreeNode, treeRows } from './tree-nodes.ts'

const nodes: readonly TreeNode[] = [
  {
    id: 'a',
    name: 'Harbor',
    children: [
      {
        id: 'b',
        name: 'Harbor-EU',
        children: [
          { id: 'c', name: 'Lockers' },
          { id: 'd', name: 'Zürich' },
        ],
      },
      { id: 'e', name: 'Partners', disabledReason: 'No access', children: [{ id: 'f', name: 'Nord' }] },
    ],
  },
  { id: 'g', name: 'Training', lazy: true },
]
const all = { isExpanded: () => true }
const names = (list: readonly { node: TreeNode }[]) => list.map(row => row.node.name)

describe('rows', () => {
  it('a tree lists what is open, with level, position and size of the set', () => {
    const rows = treeRows(nodes, { isExpanded: node => node.id === 'a' })
    expect(names(rows)).toEqual(['Harbor', 'Harbor-EU', 'Partners', 'Training'])
    expect(rows[2]).toMatchObject({
      level: 2,
      position: 2,
      setSize: 2,
      parentId: 'a',
      expanded: false,
      path: ['Harbor'],
    })
    expect(rows[3]).toMatchObject({ expanded: false, level: 1, position: 2 })
  })
  it('a tree puts fetched children under their parent and makes an empty one a leaf', () => {
    expect(names(treeRows(nodes, { ...all, loaded: new Map([['g', [{ id: 'h', name: 'Demo' }]]]) })).at(-1)).toBe(
      'Demo',
    )
    expect(treeRows(nodes, { ...all, loaded: new Map([['g', []]]) }).at(-1)?.expanded).toBeUndefined()
  })
  it('a tree keeps keys apart where data repeats an id, and survives depth', () => {
    const rows = treeRows(
      [
        { id: 'x', name: 'One' },
        { id: 'x', name: 'Two' },
      ],
      all,
    )
    expect(new Set(rows.map(row => row.key)).size).toBe(2)
    let deep: TreeNode = { id: '0', name: '0' }
    for (let i = 1; i < 3000; i++) deep = { id: `${i}`, name: `${i}`, children: [deep] }
    expect(treeRows([deep], all)).toHaveLength(3000)
  })
})

describe('filter', () => {
  it('the filter of a tree keeps the way to a match and counts matches only', () => {
    const { nodes: kept, matches } = filterNodes(nodes, ' nord ')
    expect(names(treeRows(kept, all))).toEqual(['Harbor', 'Partners', 'Nord'])
    expect(matches).toBe(1)
  })
  it('the filter of a tree reads over case and accents', () => {
    expect(filterNodes(nodes, 'ZURICH').matches).toBe(1)
    expect(foldForSearch('مُحَمَّد')).toBe(foldForSearch('محمد'))
  })
  it('the filter of a tree is the tree itself without a text', () => {
    expect(filterNodes(nodes, ' ').nodes).toBe(nodes)
  })
  it('the filter of a tree marks the hit', () => {
    expect(matchOf('Harbor-EU', 'bor')).toEqual(['Har', 'bor', '-EU'])
    expect(matchOf('Zürich', 'zurich')).toBeUndefined()
    expect(matchOf('Harbor', '')).toBeUndefined()
  })
})

describe('boxes', () => {
  it('a tree with boxes makes a parent the sum of its children', () => {
    const states = checkStates(nodes, new Set(['c']))
    expect([states.get('c'), states.get('b'), states.get('a'), states.get('g')]).toEqual([
      true,
      'mixed',
      'mixed',
      false,
    ])
  })
  it('a tree with boxes takes children along and lists whole branches', () => {
    const branch = nodes[0]?.children?.[0]
    if (!branch) throw new Error('no branch')
    expect(toggleChecks(nodes, new Set(['c']), branch).sort()).toEqual(['b', 'c', 'd'])
    expect(toggleChecks(nodes, new Set(['b', 'c', 'd']), branch)).toEqual([])
  })
  it('a tree with boxes leaves out what cannot be chosen', () => {
    const tree: TreeNode = {
      id: 'p',
      name: 'p',
      children: [
        { id: 'q', name: 'q', disabledReason: 'No access' },
        { id: 'r', name: 'r' },
      ],
    }
    expect(toggleChecks([tree], new Set(), tree)).toEqual(['r'])
    expect(checkStates([tree], new Set(['r'])).get('p')).toBe('mixed')
    expect(toggleChecks([tree], new Set(['r']), tree)).toEqual([])
  })
})

it('a tree knows the way to a node and the parents', () => {
  expect(pathIds(nodes, 'd')).toEqual(['a', 'b', 'd'])
  expect(pathIds(nodes, 'zz')).toEqual([])
  expect(parentIds(nodes)).toEqual(['a', 'b', 'e'])
})
