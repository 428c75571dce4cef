import { Card, CardHeader, SkeletonRows } from '@assay/design-system'
import { GraphCanvas, type GraphData, type GraphEdge, type GraphNode } from '@assay/design-system/graph'
import { type EventDetail, type EventRow, entityTypes } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'

type Linked = readonly { type: string; value: string; display: string; events: readonly EventRow[] }[]
const kinds = {
  user: 'user',
  email: 'email',
  device: 'device',
  payment: 'payment',
  ip: 'ip',
  address: 'address',
  phone: 'phone',
} as const
const relations: Partial<Record<string, GraphEdge['relation']>> = { payment: 'paid', address: 'shipped' }

/** The event in the middle, its entities around it, the events that share them outside. */
function graphOf(detail: EventDetail, linked: Linked): GraphData {
  const nodes = new Map<string, GraphNode>()
  const edges: GraphEdge[] = []
  const idOf = (row: EventRow) => `event ${row.eventType} ${row.externalId}`
  const event = (row: EventRow, root = false) =>
    nodes.set(idOf(row), {
      id: idOf(row),
      kind: 'event',
      label: row.externalId,
      score: row.riskScore,
      ...(root ? { root } : {}),
    })
  event(detail.row, true)
  for (const [index, { type, display, events }] of linked.entries()) {
    const kind = entityTypes.find(each => each === type)
    if (!kind) continue
    // Masked values of two entities may look the same.
    const id = `${type} ${index}`
    const relation = relations[type] ?? 'used'
    nodes.set(id, {
      id,
      kind: kinds[kind],
      label: display,
      score: Math.max(detail.row.riskScore, ...events.map(({ riskScore }) => riskScore)),
    })
    edges.push({ source: idOf(detail.row), target: id, relation })
    for (const row of events) {
      if (row.eventId === detail.row.eventId) continue
      if (!nodes.has(idOf(row))) event(row)
      edges.push({ source: id, target: idOf(row), relation })
    }
  }
  return { nodes: [...nodes.values()], edges }
}

/** Links of the event as a picture and as a list. */
export function GraphTab({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const href = useHref()
  const { row } = detail
  const query = useQuery(
    api.events.linked.queryOptions({
      input: { environmentId: row.environmentId, eventType: row.eventType, id: row.externalId },
    }),
  )
  const data = useMemo(() => graphOf(detail, query.data ?? []), [detail, query.data])
  if (query.isPending)
    return (
      <Card>
        <SkeletonRows rows={8} className="*:px-4" />
      </Card>
    )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Review.Graph.Title" />} />
      <GraphCanvas
        className="h-[40rem]"
        label={intl.formatMessage({ id: 'Review.Graph.Title' })}
        data={data}
        onNodeOpen={node => {
          if (node.kind !== 'event' || node.root) return
          const [, eventType = ''] = node.id.split(' ')
          void navigate(href(`/search/${eventType}/${row.environmentId}/${encodeURIComponent(node.label)}`))
        }}
      />
    </Card>
  )
}
