import { expect, it } from 'vitest'
import { type AxNode, describeTree } from './accessibility-tree.ts'

const node = (
  nodeId: string,
  role: string,
  name: string,
  childIds: string[] = [],
  more: Partial<AxNode> = {},
): AxNode => ({ nodeId, role: { value: role }, name: { value: name }, childIds, ...more })

it('the accessibility tree says role, name, description and states, one node a line', () => {
  const tree = describeTree([
    node('1', 'RootWebArea', 'Vitest', ['2']),
    node('2', 'generic', '', ['3', '5', '6']),
    node('3', 'button', 'Save  order', ['4'], {
      description: { value: 'Ctrl S' },
      properties: [
        { name: 'pressed', value: { value: 'false' } },
        { name: 'focusable', value: { value: true } },
        { name: 'invalid', value: { value: 'false' } },
      ],
    }),
    node('4', 'StaticText', 'Save order'),
    node('5', 'none', '', ['7'], { ignored: true }),
    node('6', 'slider', 'Score', [], {
      value: { value: 40 },
      properties: [
        { name: 'valuemax', value: { value: 999 } },
        { name: 'disabled', value: { value: true } },
      ],
    }),
    node('7', 'heading', 'Queues', ['8'], { properties: [{ name: 'level', value: { value: 2 } }] }),
    node('8', 'link', 'Queues', ['9']),
    node('9', 'StaticText', 'Queues'),
  ])
  expect(tree).toBe(
    '- button "Save order" [pressed=false]\n  description: "Ctrl S"\n- heading "Queues" [level=2]\n  - link "Queues"\n- slider "Score" = "40" [disabled] [valuemax=999]\n',
  )
})

it('the accessibility tree keeps text that adds to the name of its box', () => {
  expect(
    describeTree([
      node('1', 'RootWebArea', '', ['2']),
      node('2', 'region', 'Facts', ['3']),
      node('3', 'StaticText', 'EUR 12'),
    ]),
  ).toBe('- region "Facts"\n  - text "EUR 12"\n')
})
