import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { SegmentedControl } from '../../../navigation/segmented-control/segmented-control.tsx'
import { EdgeTable, NodeTable } from './graph-tables.tsx'
import { GraphTree } from './graph-tree.tsx'

const forms = ['tree', 'nodes', 'edges'] as const
const formNames = {
  tree: 'DesignSystem.Graph.ShowTree',
  nodes: 'DesignSystem.Graph.ShowNodes',
  edges: 'DesignSystem.Graph.ShowEdges',
} as const

interface ListPaneProps extends ComponentProps<typeof GraphTree> {
  typeOf: ComponentProps<typeof NodeTable>['typeOf']
  onSelectAll: ComponentProps<typeof NodeTable>['onSelect']
  edges: ComponentProps<typeof EdgeTable>['edges']
}

/** The list with the content of the picture: as a tree, as a table of nodes, or as one of links. */
export function ListPane({ typeOf, onSelectAll, edges, ...tree }: ListPaneProps) {
  const intl = useIntl()
  const [form, setForm] = useState<(typeof forms)[number]>('tree')
  const table = { ...tree, edges, typeOf, onSelect: onSelectAll }
  return (
    <>
      <div className="flex min-h-bar shrink-0 items-center border-be border-line-subtle px-3 py-1">
        <SegmentedControl
          label={intl.formatMessage({ id: 'DesignSystem.Graph.ListForm' })}
          value={form}
          onValueChange={setForm}
          segments={forms.map(value => ({ value, label: intl.formatMessage({ id: formNames[value] }) }))}
        />
      </div>
      {form === 'tree' ? (
        <GraphTree {...tree} />
      ) : form === 'nodes' ? (
        <NodeTable {...table} />
      ) : (
        <EdgeTable {...table} />
      )}
    </>
  )
}
