import { Button, Callout, EmptyState, Field, Select, SidePanel, SkeletonRows, useFormat } from '@assay/design-system'
import type { Backtest, BacktestSubject } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { BacktestOutcome } from './backtest-outcome.tsx'
import { BacktestProgress, RuleErrors, ruleErrorsOf } from './backtest-progress.tsx'

/** In the address: a back-test by its id, or `latest`. */
const searchSchema = { backtest: optionalParameter }

const periods = [7, 30, 90] as const
const day = 86_400_000
const pollInterval = 1000

/** Whether the panel is open, and what opens and closes it. */
export function useBacktestPanel(): { open: boolean; show: (id: string | null) => void; shown: string | null } {
  const [{ backtest: shown }, setSearchState] = useSearchState(searchSchema)
  return {
    open: shown !== null,
    shown,
    show: id => setSearchState({ backtest: id }, 'push'),
  }
}

interface BacktestPanelProps {
  environmentId: string
  /** Assessment of the rule or the branch. */
  eventType: string
  subject: Exclude<BacktestSubject, { kind: 'rule' }>
  /** Of the rule or the branch. */
  name: string
  /** Saves what is being edited, so that it is what is tried. */
  flush?: () => Promise<unknown>
}

/** Tries a change of the rules on stored events: starts back-tests, shows their progress and their results. */
export function BacktestPanel({ environmentId, eventType, subject, name, flush }: BacktestPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const write = useCan()('rules', 'write')
  const { shown, show } = useBacktestPanel()
  const [days, setDays] = useState('30')
  const filter = subject.kind === 'branch' ? { branch: subject.branch } : { ruleId: subject.ruleId }
  const query = useQuery(
    api.backtests.list.queryOptions({
      input: { environmentId, ...filter },
      staleTime: 0,
      refetchInterval: current =>
        current.state.data?.some(each => each.state === 'waiting' || each.state === 'running') ? pollInterval : false,
    }),
  )
  const rows = query.data ?? []
  const current = rows.find(each => each.id === shown) ?? rows[0]
  const invalidates = [api.backtests.list.key()]

  const start = useApiMutation({
    mutationFn: async ({ backtestId, period }: { backtestId: string; period: number }) => {
      await flush?.()
      const to = new Date()
      return client.backtests.start({
        environmentId,
        backtestId,
        eventType,
        subject,
        from: new Date(to.getTime() - period * day).toISOString(),
        to: to.toISOString(),
      })
    },
    invalidates,
    onError: async (error, { backtestId }) => {
      if (refusalText(error) !== null) return true
      // Its answer may be all that was lost.
      const isStored = (await query.refetch()).data?.some(({ id }) => id === backtestId) ?? false
      if (isStored) show(backtestId)
      return isStored
    },
  })
  const begin = () => {
    const backtestId = crypto.randomUUID()
    start.mutate({ backtestId, period: Number(days) }, { onSuccess: () => show(backtestId) })
  }
  /** Why it cannot start, where the user can resolve it. */
  const refusalText = (error: unknown): ReactNode => {
    const errors = ruleErrorsOf(error)
    if (errors.length > 0) return <RuleErrors errors={errors} />
    if (validationErrorOf(error)?.issues[0]?.path[0] === 'from')
      return (
        <Callout tone="warning" live>
          <FormattedMessage id="Rules.Backtest.Failed.noEvents" />
        </Callout>
      )
    return conflictErrorOf(error)?.reason === 'backtest.limit' ? (
      <Callout tone="warning" live>
        <FormattedMessage id="Rules.Backtest.Limit" />
      </Callout>
    ) : null
  }
  const removal = useApiMutation({
    mutationFn: async ({ id, state }: Backtest): Promise<unknown> => {
      const address = { environmentId, backtestId: id }
      return state === 'waiting' || state === 'running'
        ? client.backtests.cancel(address)
        : client.backtests.remove(address)
    },
    invalidates,
  })
  const periodOf = ({ from, to }: Backtest) =>
    intl.formatMessage({ id: 'Rules.Backtest.Span' }, { from: format.dateTime(from), to: format.dateTime(to) })

  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<FormattedMessage id="Rules.Backtest.Of" values={{ name: <bdi key="name">{name}</bdi> }} />}
      onClose={() => show(null)}
    >
      <div className="flex flex-col gap-4 p-4">
        <p className="text-fg-secondary">
          <FormattedMessage id="Rules.Backtest.Intro" />
        </p>
        {write ? (
          <div className="flex flex-wrap items-end gap-3">
            <Field label={<FormattedMessage id="Rules.Backtest.Period" />} className="min-w-0 flex-1">
              <Select
                value={days}
                onValueChange={setDays}
                options={periods.map(each => ({
                  value: String(each),
                  label: intl.formatMessage({ id: 'Rules.Backtest.Days' }, { count: each }),
                }))}
              />
            </Field>
            <Button variant="primary" loading={start.isPending} disabled={offline} onClick={begin}>
              <FormattedMessage id="Rules.Backtest.Start" />
            </Button>
          </div>
        ) : (
          <Callout tone="info">
            <FormattedMessage id="Rules.Backtest.ReadOnly" />
          </Callout>
        )}
        {start.error ? refusalText(start.error) : null}
        {query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data === undefined ? (
          <SkeletonRows rows={5} />
        ) : current === undefined ? (
          <EmptyState
            kind="first-use"
            title={<FormattedMessage id="Rules.Backtest.None" />}
            {...(write ? { description: <FormattedMessage id="Rules.Backtest.NoneHelp" /> } : {})}
          />
        ) : (
          <>
            {rows.length > 1 ? (
              <Field label={<FormattedMessage id="Rules.Backtest.Which" />}>
                <Select
                  value={current.id}
                  onValueChange={show}
                  options={rows.map(each => ({ value: each.id, label: periodOf(each) }))}
                />
              </Field>
            ) : (
              <p className="text-fg-muted">{periodOf(current)}</p>
            )}
            {current.state === 'done' ? (
              <BacktestOutcome backtest={current} />
            ) : (
              <BacktestProgress backtest={current} />
            )}
            {write ? (
              <div>
                <Button
                  size="sm"
                  variant="ghost"
                  loading={removal.isPending}
                  disabled={offline}
                  onClick={() => removal.mutate(current, { onSuccess: () => show('latest') })}
                >
                  <FormattedMessage
                    id={
                      current.state === 'waiting' || current.state === 'running'
                        ? 'Rules.Backtest.Cancel'
                        : 'Rules.Backtest.Remove'
                    }
                  />
                </Button>
              </div>
            ) : null}
          </>
        )}
      </div>
    </SidePanel>
  )
}
