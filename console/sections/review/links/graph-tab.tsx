import { Callout, Card, CardHeader, SkeletonRows, useFormat } from '@assay/design-system'
import { GraphCanvas } from '@assay/design-system/graph'
import { type EventDetail, type GraphNeighbourhood, graphLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { toGraphData } from '../../../platform/graph/graph-data.ts'
import { OpenInGraph } from './open-in-graph.tsx'

/**
 * The event with its entities, and everything that shares a strong one of them: as a picture and as a list. Who may
 * open the explorer goes on from there.
 */
export function GraphTab({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const href = useHref()
  const { timeZone } = useFormat()
  const nameOf = useAssessmentName()
  const { row } = detail
  const query = useQuery(
    api.graph.event.queryOptions({
      input: { environmentId: row.environmentId, eventType: row.eventType, id: row.externalId, timeZone },
    }),
  )
  const graph = query.data as GraphNeighbourhood | undefined
  const data = useMemo(
    () =>
      toGraphData(
        { nodes: graph?.nodes ?? [], edges: graph?.edges ?? [] },
        {
          root: graph?.start ?? null,
          nameOf: key => nameOf(key),
        },
      ),
    [graph, nameOf],
  )
  if (query.isPending)
    return (
      <Card>
        <SkeletonRows rows={8} className="*:px-4" />
      </Card>
    )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Review.Graph.Title" />} actions={<OpenInGraph row={row} />} />
      {graph?.complete === false ? (
        <Callout tone="warning" className="rounded-none">
          <FormattedMessage id="Review.Graph.Cut" values={{ count: graph.nodes.length }} />
        </Callout>
      ) : null}
      <GraphCanvas
        className="h-[40rem]"
        label={intl.formatMessage({ id: 'Review.Graph.Title' })}
        data={data}
        empty={<FormattedMessage id="Review.Graph.Old" values={{ count: graphLimits.defaultDays }} />}
        onNodeOpen={({ id, root }) => {
          const event = graph?.nodes.find(node => node.id === id)?.event
          if (event && !root)
            void navigate(
              href(`/search/${event.eventType}/${event.environmentId}/${encodeURIComponent(event.externalId)}`),
            )
        }}
      />
    </Card>
  )
}
