import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../lib/cn.ts'
import { degreesOf, neighboursOf, nodeKinds, type GraphData, type GraphNode, type GraphNodeKind } from './graph-model.ts'

export const kindNames: Record<GraphNodeKind, string> = {
  event: 'DesignSystem.Graph.KindEvent', user: 'DesignSystem.Graph.KindUser', device: 'DesignSystem.Graph.KindDevice', payment: 'DesignSystem.Graph.KindPayment',
  ip: 'DesignSystem.Graph.KindIp', address: 'DesignSystem.Graph.KindAddress', email: 'DesignSystem.Graph.KindEmail', phone: 'DesignSystem.Graph.KindPhone', other: 'DesignSystem.Graph.KindOther',
}

interface GraphListProps {
  data: GraphData
  label: string
  selectedId: string | null
  onSelect: (id: string) => void
  onOpen: ((node: GraphNode) => void) | undefined
}

/** The same nodes and links as a list: everything the picture shows, for those who cannot or would rather not look at it. */
export function GraphList({ data, label, selectedId, onSelect, onOpen }: GraphListProps) {
  const intl = useIntl()
  const byId = useMemo(() => new Map(data.nodes.map(node => [node.id, node])), [data])
  const degrees = useMemo(() => degreesOf(data.edges), [data])
  return (
    <div data-slot="graph-list" role="region" aria-label={label} tabIndex={0} className="h-full overflow-auto p-3 focus-ring-inset">
      {nodeKinds.map(kind => {
        const nodes = data.nodes.filter(node => node.kind === kind)
        if (nodes.length === 0) return null
        return (
          <section key={kind} className="mbe-3">
            <h4 className="flex gap-2 text-xs font-medium text-fg-secondary"><FormattedMessage id={kindNames[kind]} /><span className="font-normal text-fg-muted">{nodes.length}</span></h4>
            <ul>
              {nodes.map(node => {
                const linked = neighboursOf(node.id, data.edges)
                const current = node.id === selectedId
                return (
                  <li key={node.id} className={cn('rounded-control px-2 py-1 text-sm', current && 'bg-surface-selected')}>
                    <div className="flex items-center gap-2">
                      <button type="button" aria-pressed={current} className="min-w-0 truncate rounded-mark text-start font-medium text-fg hover:underline focus-ring" onClick={() => onSelect(node.id)}><bdi>{node.label}</bdi></button>
                      {node.score === null || node.score === undefined ? null : <span className="text-xs text-fg-secondary"><FormattedMessage id="DesignSystem.Graph.Score" values={{ score: node.score }} /></span>}
                      <span className="ms-auto shrink-0 text-xs text-fg-muted"><FormattedMessage id="DesignSystem.Graph.Links" values={{ count: degrees.get(node.id) ?? 0 }} /></span>
                      {onOpen ? (
                        <button type="button" className="shrink-0 rounded-mark text-xs text-link underline focus-ring" aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.OpenNode' }, { name: node.label })} onClick={() => onOpen(node)}>
                          <FormattedMessage id="DesignSystem.Graph.Open" />
                        </button>
                      ) : null}
                    </div>
                    {current && linked.length > 0 ? (
                      <ul aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.ConnectedTo' }, { name: node.label })} className="mbs-1 flex flex-wrap gap-1">
                        {linked.map(id => {
                          const other = byId.get(id)
                          return other ? (
                            <li key={id}>
                              <button type="button" className="min-h-control-sm rounded-chip border border-line bg-surface px-1.5 text-xs text-fg hover:bg-surface-hover focus-ring" onClick={() => onSelect(id)}><bdi>{other.label}</bdi></button>
                            </li>
                          ) : null
                        })}
                      </ul>
                    ) : null}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
