import { Card, CardHeader, LoadingRegion, SkeletonText } from '@assay/design-system'
import type { ContrastOutput, SearchCondition } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { QueryError } from '../errors/page-error.tsx'
import { useSearchFields } from '../search-fields/search-fields.ts'
import { FindingsList } from './findings-list.tsx'

interface RangeContrastProps {
  title: string
  eventType: string
  /** The range, without its end; at most a week. */
  from: string
  to: string
  /** Time zone of the hours of the week; UTC by default. */
  timeZone?: string
  /** What the events on both sides have in common. */
  conditions?: readonly SearchCondition[]
  /** What can be done with the card, at the end of its header. */
  actions?: ReactNode
}

/** Weeks before a range that its events are compared with. */
const weeksBefore = 4

/** What tells the events of a range apart from those of the same range in the weeks before. */
export function RangeContrast({
  title,
  eventType,
  from,
  to,
  timeZone = 'UTC',
  conditions = [],
  actions,
}: RangeContrastProps) {
  const { id: environmentId } = useEnvironment()
  const fields = useSearchFields(eventType)
  const filter = { match: 'all' as const, conditions: [...conditions], groups: [] }
  const query = useQuery(
    api.contrast.compare.queryOptions({
      input: {
        environmentId,
        eventType,
        timeZone,
        a: { kind: 'time', from, to, weeksBefore: 0, filter },
        b: { kind: 'time', from, to, weeksBefore, filter },
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return (
    <Card>
      <CardHeader title={title} actions={actions} />
      <div className="flex flex-col gap-3 px-4 pbe-4">
        {query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingRegion loading={query.isPending} name={title} skeleton={<SkeletonText lines={6} />}>
            {query.data ? (
              <FindingsList output={query.data as ContrastOutput} eventType={eventType} fields={fields} />
            ) : null}
          </LoadingRegion>
        )}
      </div>
    </Card>
  )
}
