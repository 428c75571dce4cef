import { Card, CardHeader, LoadingRegion, SkeletonText } from '@assay/design-system'
import { type ContrastOutput, type IncidentDetail, isTransactionMetric } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { FindingsList } from '../../../platform/contrast/findings-list.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useSearchFields } from '../../../platform/search-fields/search-fields.ts'
import { assessmentOf, conditionsOf } from './incident-search.ts'

/** Weeks before the incident that its events are compared with. */
const weeksBefore = 4

/** What tells the events of the incident apart from those of the same range in earlier weeks. */
export function IncidentContrast({ incident }: { incident: IncidentDetail }) {
  const can = useCan()
  const eventType = assessmentOf(incident)
  return can('search') && eventType !== null && isTransactionMetric(incident.settings.metric) ? (
    <Comparison incident={incident} eventType={eventType} />
  ) : null
}

function Comparison({ incident, eventType }: { incident: IncidentDetail; eventType: string }) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const fields = useSearchFields(eventType)
  // While the incident goes on, its end moves each minute, and a comparison is long.
  const [{ from, to }] = useState(incident)
  const filter = { match: 'all' as const, conditions: conditionsOf(incident), groups: [] }
  const query = useQuery(
    api.contrast.compare.queryOptions({
      input: {
        environmentId,
        eventType,
        timeZone: 'UTC',
        a: { kind: 'time', from, to, weeksBefore: 0, filter },
        b: { kind: 'time', from, to, weeksBefore, filter },
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const title = intl.formatMessage({ id: 'Alerts.Contrast' })
  return (
    <Card>
      <CardHeader title={title} />
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
