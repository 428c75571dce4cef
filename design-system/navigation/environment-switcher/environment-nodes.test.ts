import { expect, it } from 'vitest'
import { type EnvironmentNode, parentIds, pathTo } from './environment-nodes.ts'

const nodes: EnvironmentNode[] = [
  {
    id: 'root',
    name: 'Harbor',
    children: [
      { id: 'eu', name: 'Harbor-EU', children: [{ id: 'cafe', name: 'Café' }] },
      { id: 'us', name: 'Harbor-US', children: [] },
    ],
  },
  { id: 'lab', name: 'Labor' },
]

it('the environment switcher names the way to a node', () => {
  expect(pathTo(nodes, 'cafe')).toEqual(['Harbor', 'Harbor-EU', 'Café'])
  expect(pathTo(nodes, 'lab')).toEqual(['Labor'])
  expect(pathTo(nodes, 'gone')).toEqual([])
})
it('the environment switcher lists what can be opened', () => {
  expect(parentIds(nodes)).toEqual(['root', 'eu'])
  expect(parentIds([])).toEqual([])
})
