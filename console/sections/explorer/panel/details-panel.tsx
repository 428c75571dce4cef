import { Button, CopyButton, Icon, Kbd, SidePanel } from '@assay/design-system'
import { type GraphHandle, kindStyles } from '@assay/design-system/graph'
import type { GraphNode } from '@assay/risk-service/contract'
import { UnfoldVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { SupportStatusBadge } from '../../../platform/support-status/support-status-badge.tsx'
import { ConnectionsTable } from './connections-table.tsx'
import { NodeFacts } from './node-facts.tsx'

interface DetailsPanelProps {
  graph: GraphHandle
  /** The node in hand as the service describes it; undefined for a cluster. */
  node: GraphNode | undefined
  onQuery: (node: GraphNode) => void
  onClose: () => void
  /** Acts on the selection, at the foot. */
  acts: ReactNode
}

/** Facts of the node in hand, what it is connected to, and the acts on the selection. */
export function DetailsPanel({ graph, node, onQuery, onClose, acts }: DetailsPanelProps) {
  const intl = useIntl()
  const href = useHref()
  const current = graph.node
  if (!current) return null
  const name = graph.nameOf(current)
  const event = node?.event
  return (
    <SidePanel
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Icon icon={kindStyles[current.kind].icon} label={graph.typeOf(current)} className="text-fg-secondary" />
          <bdi className="min-w-0 truncate">{name}</bdi>
        </span>
      }
      titleEnd={
        <>
          {node?.key ? <CopyButton value={node.key} label={intl.formatMessage({ id: 'Explorer.CopyValue' })} /> : null}
          {node?.listStatus ? <SupportStatusBadge status={node.listStatus.status} /> : null}
        </>
      }
      onClose={onClose}
    >
      <div className="flex min-h-full flex-col">
        <div className="pbs-3">{node ? <NodeFacts node={node} /> : null}</div>
        <div className="flex flex-wrap gap-2 border-be border-line-subtle px-4 pbe-3">
          <Button disabled={!graph.canExpand} loading={graph.expanding} aria-keyshortcuts="E" onClick={graph.expand}>
            <Icon icon={UnfoldVertical} />
            <FormattedMessage id={current.hub ? 'DesignSystem.Graph.WalkHub' : 'DesignSystem.Graph.Expand'} />
            <span aria-hidden className="contents">
              <Kbd keys="E" />
            </span>
          </Button>
          {node ? (
            <Button onClick={() => onQuery(node)}>
              <FormattedMessage id="Explorer.QueryNode" />
            </Button>
          ) : null}
          {event ? (
            <Button variant="ghost" asChild>
              <Link
                to={href(`/search/${event.eventType}/${event.environmentId}/${encodeURIComponent(event.externalId)}`)}
              >
                <FormattedMessage id="DesignSystem.Graph.Open" />
              </Link>
            </Button>
          ) : null}
        </div>
        <ConnectionsTable graph={graph} node={current} />
        <div className="sticky inset-be-0 border-bs border-line bg-surface px-4 py-3">{acts}</div>
      </div>
    </SidePanel>
  )
}
