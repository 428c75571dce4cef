import { createColumns, DataTable } from '@assay/design-system'
import { type GraphEdge, type GraphHandle, relationNames, type VisibleNode } from '@assay/design-system/graph'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface Connection {
  node: VisibleNode
  edge: GraphEdge
}
const c = createColumns<Connection>()
const idOf = ({ node, edge }: Connection) => `${node.id} ${edge.relation} ${edge.source}`

interface ConnectionsTableProps {
  graph: GraphHandle
  node: VisibleNode
}

/** What a node is connected to: opening a row walks there. */
export function ConnectionsTable({ graph, node }: ConnectionsTableProps) {
  const intl = useIntl()
  const rows = graph.connectionsOf(node.id)
  const { nameOf, typeOf } = graph
  const columns = useMemo(
    () => [
      c.text('entity', {
        labelId: 'Explorer.Connected.Entity',
        value: each => nameOf(each.node),
        rowHeader: true,
        size: 150,
      }),
      c.text('relation', {
        labelId: 'DesignSystem.Graph.Column.relation',
        value: ({ edge }) => intl.formatMessage({ id: relationNames[edge.relation] }),
        size: 110,
      }),
      c.score('score', { labelId: 'DesignSystem.Graph.Column.score', value: each => each.node.score ?? null }),
      c.text('type', { labelId: 'DesignSystem.Graph.Column.type', value: each => typeOf(each.node) }),
      c.number('count', { labelId: 'DesignSystem.Graph.Column.count', value: ({ edge }) => edge.count ?? 1 }),
    ],
    [intl, nameOf, typeOf],
  )
  return (
    <section className="flex min-h-[14rem] flex-1 flex-col">
      <DataTable<Connection>
        className="min-h-0 flex-1"
        label={intl.formatMessage({ id: 'Explorer.Connected' }, { count: rows.length })}
        columns={columns}
        rows={rows}
        getRowId={idOf}
        getRowName={each => nameOf(each.node)}
        processing="client"
        gutter="card"
        narrow="scroll"
        columnChooser={false}
        toolbar={
          <h3 className="text-sm font-medium">
            <FormattedMessage id="Explorer.Connected" values={{ count: rows.length }} />
          </h3>
        }
        onRowOpen={each => graph.choose(each.node.id)}
      />
    </section>
  )
}
