import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { createColumns } from '../../../data-table/columns/columns.tsx'
import { DataTable } from '../../../data-table/data-table.tsx'
import type { useEdgeSelection } from '../commands/use-edge-selection.ts'
import { edgeKey, type GraphEdge } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { kindStyles, relationNames } from '../model/kind-styles.ts'
import type { Graph } from '../model/use-graph.ts'

const nodeColumn = createColumns<VisibleNode>()
const edgeColumn = createColumns<GraphEdge>()
const moment = (time: number | null | undefined) =>
  typeof time === 'number' && Number.isFinite(time) ? new Date(time) : null

interface GraphTablesProps {
  graph: Graph
  label: string
  nameOf: (node: VisibleNode) => string
  typeOf: (node: VisibleNode) => string
  current: string | null
  selected: ReadonlySet<string>
  onCurrentChange: (id: string) => void
  onSelect: (ids: readonly string[], extend: boolean) => void
  onOpen: (id: string) => void
  edges: Pick<ReturnType<typeof useEdgeSelection>, 'selected' | 'canSelect' | 'selectByKey'>
}

/** The nodes as a table with the selection of the picture; the current row is the current node. */
export function NodeTable({
  graph,
  label,
  nameOf,
  typeOf,
  current,
  selected,
  onCurrentChange,
  onSelect,
  onOpen,
}: GraphTablesProps) {
  const intl = useIntl()
  const columns = useMemo(() => {
    const id = (name: string) => `DesignSystem.Graph.Column.${name}`
    return [
      nodeColumn.text('name', { labelId: id('name'), value: nameOf, rowHeader: true }),
      nodeColumn.text('type', { labelId: id('type'), value: typeOf }),
      nodeColumn.score('score', { labelId: id('score'), value: ({ score }) => score ?? null }),
      nodeColumn.decision('decision', { labelId: id('decision'), value: ({ decision }) => decision ?? null }),
      nodeColumn.number('links', { labelId: id('links'), value: node => graph.degrees.get(node.id) ?? 0 }),
      nodeColumn.number('more', {
        labelId: id('more'),
        value: ({ more }) => (more !== undefined && more > 0 ? more : null),
      }),
      nodeColumn.text('hub', {
        labelId: id('hub'),
        value: ({ hub }) => (hub ? intl.formatMessage({ id: 'DesignSystem.Graph.Links' }, { count: hub.links }) : null),
      }),
      nodeColumn.dateTime('firstSeen', { labelId: id('firstSeen'), value: ({ time }) => moment(time) }),
      nodeColumn.dateTime('lastSeen', { labelId: id('lastSeen'), value: ({ lastTime }) => moment(lastTime) }),
    ]
  }, [graph.degrees, intl, nameOf, typeOf])
  return (
    <DataTable<VisibleNode>
      className="min-h-0 flex-1"
      label={intl.formatMessage(
        { id: 'DesignSystem.Graph.TableLabel' },
        { name: label, table: intl.formatMessage({ id: 'DesignSystem.Graph.ShowNodes' }) },
      )}
      columns={columns}
      rows={graph.visible.nodes}
      getRowId={({ id }) => id}
      getRowName={nameOf}
      processing="client"
      gutter="card"
      narrow="scroll"
      columnChooser
      currentRowId={current}
      onCurrentRowChange={onCurrentChange}
      onRowOpen={({ id }) => onOpen(id)}
      selectedIds={selected}
      onSelectedIdsChange={ids => onSelect([...ids], false)}
    />
  )
}

/** The links as a table; a row chooses its link where that is possible, and otherwise leads to its second end. */
export function EdgeTable({ graph, label, nameOf, onCurrentChange, edges }: GraphTablesProps) {
  const intl = useIntl()
  const columns = useMemo(() => {
    const id = (name: string) => `DesignSystem.Graph.Column.${name}`
    const end = (key: string) => {
      const node = graph.byId.get(key)
      return node ? `${intl.formatMessage({ id: kindStyles[node.kind].one })} ${nameOf(node)}` : ''
    }
    return [
      edgeColumn.text('from', { labelId: id('from'), value: ({ source }) => end(source), rowHeader: true }),
      edgeColumn.text('relation', {
        labelId: id('relation'),
        value: ({ relation }) => intl.formatMessage({ id: relationNames[relation] }),
      }),
      edgeColumn.text('to', { labelId: id('to'), value: ({ target }) => end(target) }),
      edgeColumn.number('count', { labelId: id('count'), value: ({ count = 1 }) => count }),
      edgeColumn.dateTime('firstSeen', { labelId: id('firstSeen'), value: ({ time }) => moment(time) }),
      edgeColumn.dateTime('lastSeen', { labelId: id('lastSeen'), value: ({ lastTime }) => moment(lastTime) }),
    ]
  }, [graph.byId, intl, nameOf])
  return (
    <DataTable<GraphEdge>
      className="min-h-0 flex-1"
      label={intl.formatMessage(
        { id: 'DesignSystem.Graph.TableLabel' },
        { name: label, table: intl.formatMessage({ id: 'DesignSystem.Graph.ShowEdges' }) },
      )}
      columns={columns}
      rows={graph.visible.edges}
      getRowId={edgeKey}
      processing="client"
      gutter="card"
      narrow="scroll"
      columnChooser
      currentRowId={edges.selected}
      {...(edges.canSelect
        ? { onCurrentRowChange: edges.selectByKey }
        : { onRowOpen: ({ target }) => onCurrentChange(target) })}
    />
  )
}
