import { Callout, DateTime, Dialog, DialogContent } from '@assay/design-system'
import { GraphCanvas } from '@assay/design-system/graph'
import type { GraphSnapshot } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../api/client.ts'
import { QueryError } from '../errors/page-error.tsx'
import { useAssessmentName } from '../events/use-assessment-name.ts'
import { toGraphData } from '../graph/graph-data.ts'
import type { NotePlace } from './note-place.ts'

interface AttachedGraphProps {
  place: NotePlace
  attachmentId: string
  onClose: () => void
}

/** The picture of the graph that is attached to a note: to be looked at, not to be explored. */
export function AttachedGraph({ place, attachmentId, onClose }: AttachedGraphProps) {
  const intl = useIntl()
  const name = useAssessmentName()
  const query = useQuery(api.graph.snapshot.queryOptions({ input: { ...place, attachmentId } }))
  const snapshot = query.data as GraphSnapshot | undefined
  const { data, places } = useMemo(
    () => ({
      data: toGraphData(
        {
          nodes: (snapshot?.nodes ?? []).map(node => ({
            ...node,
            key: null,
            more: 0,
            moreByType: {},
            hidden: 0,
            listStatus: null,
          })),
          edges: snapshot?.edges ?? [],
        },
        { root: null, nameOf: key => name(key) },
      ),
      places: new Map((snapshot?.nodes ?? []).map(({ id, x, y }) => [id, { x, y }])),
    }),
    [snapshot, name],
  )
  const title = intl.formatMessage({ id: 'Review.Notes.Graph.Title' })
  return (
    <Dialog open onOpenChange={open => (open ? undefined : onClose())}>
      <DialogContent
        size="full"
        title={title}
        description={
          snapshot ? (
            <FormattedMessage id="Review.Notes.Graph.Taken" values={{ time: <DateTime value={snapshot.takenAt} /> }} />
          ) : undefined
        }
      >
        <div className="flex h-full min-h-[20rem] flex-col gap-2">
          {snapshot && snapshot.missing > 0 ? (
            <Callout tone="info">
              <FormattedMessage id="Review.Notes.Graph.Missing" values={{ count: snapshot.missing }} />
            </Callout>
          ) : null}
          {query.error ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <GraphCanvas
              key={snapshot?.takenAt ?? ''}
              className="min-h-[16rem] flex-1 border border-line-subtle"
              label={title}
              data={data}
              places={places}
              loading={snapshot === undefined}
            />
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}
