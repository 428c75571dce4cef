import { Button, Card, CardBody, CardHeader, Switch } from '@assay/design-system'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useCaseChanges } from '../use-case-changes.ts'
import { HoursDialog } from './hours-dialog.tsx'
import { hoursText } from './hours-text.ts'
import { PresenceBadge } from './presence-badge.tsx'
import { useAvailabilityChange } from './use-availability-change.ts'

/** Whether the caller gets cases from the service now: away or there, in which hours, and how many there may be. */
export function AvailabilityCard() {
  const intl = useIntl()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.team.availability.queryOptions({ input: { environmentId } }))
  const client = useQueryClient()
  useCaseChanges(() => void client.invalidateQueries({ queryKey: api.team.availability.key() }))
  const { change, changing } = useAvailabilityChange(environmentId)
  const [editing, setEditing] = useState(false)
  const { data: own } = query
  if (own === undefined)
    return query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Cases.Availability" />} meta={<PresenceBadge member={own} />} />
      <CardBody className="flex flex-col gap-3">
        <Switch
          label={<FormattedMessage id="Cases.Availability.Away" />}
          description={<FormattedMessage id="Cases.Availability.Away.Text" />}
          checked={own.away}
          disabled={offline || changing}
          onCheckedChange={away => change({ away, hours: own.hours })}
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 wrap-anywhere text-fg-secondary">
            {own.hours === null ? (
              <FormattedMessage id="Cases.Availability.Hours.Always" />
            ) : (
              hoursText(own.hours, intl)
            )}
          </p>
          <Button size="sm" disabled={offline} onClick={() => setEditing(true)}>
            <FormattedMessage id="Cases.Availability.Hours" />
          </Button>
        </div>
        <p className="text-xs text-fg-muted">
          <FormattedMessage id="Cases.Availability.Load" values={{ load: own.load, limit: own.openCases }} />
        </p>
      </CardBody>
      {editing ? (
        <HoursDialog
          environmentId={environmentId}
          away={own.away}
          hours={own.hours}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </Card>
  )
}
