import { Avatar, Button, Card, CardBody, CardHeader } from '@assay/design-system'
import { type CaseRow, caseLimits, type Queue } from '@assay/risk-service/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { DurationSince } from '../cases/case-cells.tsx'
import { useRowActions } from '../cases/use-row-actions.ts'
import { useCaseChanges } from '../use-case-changes.ts'

/** Who reviews what, and for how long, in the queues that the caller manages or supervises. */
export function TeamCard({ queues }: { queues: readonly Queue[] }) {
  const client = useQueryClient()
  const offline = useOffline()
  const { caseHref } = useCaseLinks()
  const led = queues.filter(({ rights, counts }) => (rights.manage || rights.supervise) && counts.inReview > 0)
  const answers = useQueries({
    queries: led.map(({ id, environmentId }) =>
      api.queues.cases.queryOptions({
        input: { environmentId, queueId: id, view: 'inReview', limit: caseLimits.page },
        staleTime: 5_000,
      }),
    ),
  })
  const refresh = () => void client.invalidateQueries({ queryKey: api.queues.key() })
  useCaseChanges(refresh)
  const actions = useRowActions(refresh)
  const rows = answers
    .flatMap(({ data }) => (data?.rows ?? []) as CaseRow[])
    .flatMap(row => (row.lock ? [{ row, lock: row.lock }] : []))
    .toSorted((a, b) => Date.parse(a.lock.lockedAt) - Date.parse(b.lock.lockedAt))
  const managed = new Set(led.flatMap(({ id, rights }) => (rights.manage ? [id] : [])))
  if (rows.length === 0) return null
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Cases.Team" />} />
      <CardBody>
        {answers.some(({ data, isError }) => isError && data !== undefined) ? <StaleNotice /> : null}
        <ul className="flex flex-col gap-3">
          {rows.map(({ row, lock }) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Avatar name={lock.owner.name} />
              <bdi className="font-medium">{lock.owner.name}</bdi>
              <Link to={caseHref(row)} className="rounded-chip font-medium text-link focus-ring hover:underline">
                <bdi dir="ltr">{row.externalId}</bdi>
              </Link>
              <span className="text-xs text-fg-muted">
                <bdi>{row.queueName}</bdi>
              </span>
              <span className="text-xs text-fg-muted">
                <DurationSince at={lock.lockedAt} />
              </span>
              {managed.has(row.queueId) ? (
                <Button
                  size="sm"
                  className="ms-auto"
                  disabled={offline}
                  loading={actions.releasingId === row.id}
                  onClick={() => actions.release(row)}
                >
                  <FormattedMessage id="Cases.ForceRelease" />
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
