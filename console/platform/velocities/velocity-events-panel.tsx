import {
  Callout,
  createColumns,
  EmptyState,
  SidePanel,
  SimpleTable,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../api/client.ts'
import { useHref } from '../environments/environments.tsx'
import { QueryError } from '../errors/page-error.tsx'
import { majorUnits } from '../i18n/money.ts'
import { parseWindow } from './velocity-window.ts'

interface VelocityEventsPanelProps {
  environmentId: string
  velocity: string
  /** Value of what the velocity is grouped by. */
  group: string
  window: string
  onClose: () => void
}

interface ContributingEvent extends EventRow {
  contribution: string | number | null
}

const c = createColumns<ContributingEvent>()

/** The events that a velocity counted for one key, newest first. */
export function VelocityEventsPanel({ environmentId, velocity, group, window, onClose }: VelocityEventsPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const query = useQuery(
    api.velocities.events.queryOptions({ input: { environmentId, velocity, key: group, window }, staleTime: 0 }),
  )
  const columns = useMemo(
    () => [
      c.idLink('externalId', {
        labelId: 'Velocities.Events.Event',
        value: event => event.externalId,
        href: event =>
          href(`/search/${event.eventType}/${event.environmentId}/${encodeURIComponent(event.externalId)}`),
      }),
      c.dateTime('at', { labelId: 'Events.Column.At', value: event => event.at }),
      c.decision('decision', { labelId: 'Events.Column.Decision', value: event => event.decision }),
      c.money('amount', {
        labelId: 'Events.Column.Amount',
        value: event =>
          event.amount === null || event.currency === null ? null : majorUnits(event.amount, event.currency),
        currency: event => event.currency ?? '',
      }),
      c.text('contribution', {
        labelId: 'Velocities.Events.Contribution',
        value: event => (event.contribution === null ? null : String(event.contribution)),
        mono: true,
      }),
    ],
    [href],
  )
  const { count, unit } = parseWindow(window)
  const { data } = query
  return (
    <SidePanel variant="modal" className="sm:max-w-dialog-lg" title={<bdi dir="ltr">{velocity}</bdi>} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-fg-secondary">
          <FormattedMessage
            id="Velocities.Events.Of"
            values={{
              key: (
                <bdi key="key" dir="ltr" className="font-mono wrap-anywhere">
                  {group}
                </bdi>
              ),
              window: format.unit(count, unit),
              since: data ? format.dateTime(data.since) : '',
            }}
          />
        </p>
        {query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={6} />
        ) : data.rows.length === 0 ? (
          <EmptyState kind="no-results" title={<FormattedMessage id="Velocities.Events.None" />} />
        ) : (
          <>
            <SimpleTable
              label={intl.formatMessage({ id: 'Velocities.Events.Label' }, { velocity })}
              columns={columns}
              rows={data.rows}
              getRowId={event => event.eventId}
            />
            {data.complete ? null : (
              <Callout tone="info">
                <FormattedMessage id="Velocities.Events.More" values={{ count: data.rows.length }} />
              </Callout>
            )}
          </>
        )}
      </div>
    </SidePanel>
  )
}
