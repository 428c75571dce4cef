import { Button, Callout, EmptyState, Field, Select, SkeletonRows } from '@assay/design-system'
import { type RoutingPreview, routingPreviewLimits } from '@assay/risk-service/contract'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { BacktestProgress, RuleErrors, ruleErrorsOf } from '../backtest/backtest-progress.tsx'
import { RoutingPreviewOutcome } from './routing-preview-result.tsx'
import { isUnfinished, useRoutingPreviews } from './use-routing-preview.ts'

const periods = [7, 30, routingPreviewLimits.days] as const
const sizes = [500, 1_000, routingPreviewLimits.events] as const
const nothingToSave = () => Promise.resolve()

interface RoutingPreviewPartProps {
  ruleId: string
  /** With which the rule is tried; without the rule when it is inactive. */
  status?: 'active' | 'inactive'
  /** Starts one at once, and again when the status changes; shows no other. */
  automatic?: boolean
  /** Saves what is being edited, so that it is what is tried. */
  flush?: () => Promise<unknown>
}

/** Starts previews of a routing rule, and shows their progress and the result of the latest one. */
export function RoutingPreviewPart({
  ruleId,
  status = 'active',
  automatic = false,
  flush = nothingToSave,
}: RoutingPreviewPartProps) {
  const intl = useIntl()
  const offline = useOffline()
  const write = useCan()('routingrules', 'write')
  const [days, setDays] = useState('7')
  const [events, setEvents] = useState(String(routingPreviewLimits.events))
  const { query, start, starting, startedId, error, cancel } = useRoutingPreviews(ruleId, status, flush)
  const begin = () => start({ days: Number(days), events: Number(events) })
  const beginAutomatically = useEffectEvent(() => {
    if (automatic && write) begin()
  })
  useEffect(() => beginAutomatically(), [status])
  const current = query.data?.find(({ id }) => !automatic || id === startedId)
  return (
    <>
      {write ? (
        <div className="flex flex-wrap items-end gap-3">
          <Field label={<FormattedMessage id="Rules.Backtest.Period" />} className="min-w-0 flex-1">
            <Select
              value={days}
              onValueChange={setDays}
              options={periods.map(count => ({
                value: String(count),
                label: intl.formatMessage({ id: 'Rules.Backtest.Days' }, { count }),
              }))}
            />
          </Field>
          <Field label={<FormattedMessage id="Routing.Preview.Events" />} className="min-w-0 flex-1">
            <Select
              value={events}
              onValueChange={setEvents}
              options={sizes.map(count => ({ value: String(count), label: intl.formatNumber(count) }))}
            />
          </Field>
          <Button loading={starting} disabled={offline} onClick={begin}>
            <FormattedMessage id="Rules.Backtest.Start" />
          </Button>
        </div>
      ) : (
        <Callout tone="info">
          <FormattedMessage id="Rules.Backtest.ReadOnly" />
        </Callout>
      )}
      {error === null || starting ? null : <StartError error={error} />}
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined || (starting && current === undefined) ? (
        <SkeletonRows rows={3} />
      ) : current !== undefined ? (
        <PreviewState preview={current} onCancel={write ? () => cancel(current) : undefined} offline={offline} />
      ) : automatic ? null : (
        <EmptyState
          kind="first-use"
          title={<FormattedMessage id="Rules.Backtest.None" />}
          {...(write ? { description: <FormattedMessage id="Routing.Preview.NoneHelp" /> } : {})}
        />
      )}
    </>
  )
}

function PreviewState({
  preview,
  onCancel,
  offline,
}: {
  preview: RoutingPreview
  onCancel: (() => void) | undefined
  offline: boolean
}): ReactNode {
  const { result, stale } = preview
  if (result !== null)
    return (
      <>
        {stale ? (
          <Callout tone="warning">
            <FormattedMessage id="Routing.Preview.Stale" />
          </Callout>
        ) : null}
        <RoutingPreviewOutcome key={preview.id} result={result} />
      </>
    )
  return (
    <>
      <BacktestProgress backtest={preview} />
      {onCancel && isUnfinished(preview) ? (
        <div>
          <Button size="sm" variant="ghost" disabled={offline} onClick={onCancel}>
            <FormattedMessage id="Rules.Backtest.Cancel" />
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Why a preview cannot start: the faults of the rule by clause, line and column, or that too many wait. */
function StartError({ error }: { error: Error }) {
  const errors = ruleErrorsOf(error)
  if (errors.length > 0) return <RuleErrors errors={errors} />
  return (
    <Callout tone="warning" live>
      <FormattedMessage
        id={
          conflictErrorOf(error)?.reason === 'backtest.limit'
            ? 'Rules.Backtest.Limit'
            : 'Rules.Backtest.Failed.internal'
        }
      />
    </Callout>
  )
}
