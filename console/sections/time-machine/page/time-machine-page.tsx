import { Button, Callout, EmptyState, Field, PageHeader, Select, SkeletonRows, useFormat } from '@assay/design-system'
import type { TimeMachineHead } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { ResultExport } from '../result/result-export.tsx'
import { RunResult } from '../result/run-result.tsx'
import { RunForm } from '../run/run-form.tsx'
import { RunProgress } from '../run/run-progress.tsx'
import { periodOf, subjectOf, timeMachineParameters } from '../time-machine-address.ts'

const pollInterval = 1000
const isUnfinished = ({ state }: Pick<TimeMachineHead, 'state'>): boolean => state === 'waiting' || state === 'running'

/** What rules would have stopped in the stored history, in money. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const offline = useOffline()
  const { id: environmentId, friendlyName } = useEnvironment()
  const write = useCan()('rules', 'write')
  const [state, setState] = useSearchState(timeMachineParameters)
  const title = intl.formatMessage({ id: 'TimeMachine.Title' })
  useTitle(title)
  const runs = useQuery(
    api.timeMachine.list.queryOptions({
      input: { environmentId, eventType: state.assessment },
      staleTime: 0,
      refetchInterval: current => (current.state.data?.some(isUnfinished) ? pollInterval : false),
    }),
  )
  const named = runs.data?.find(({ id }) => id === state.run)
  const current = named ?? runs.data?.[0]
  const isGone = state.run !== null && runs.data !== undefined && !runs.isFetching && named === undefined
  const shownId = state.run === null && current?.state === 'done' ? current.id : null
  // The address names the result that is shown, so that it can be sent.
  useEffect(() => {
    if (shownId !== null) setState({ run: shownId }, 'replace')
  }, [shownId, setState])
  const result = useQuery({
    ...api.timeMachine.get.queryOptions({ input: { environmentId, runId: current?.id ?? '' }, staleTime: 0 }),
    enabled: current?.state === 'done',
  })
  const shown = current?.state === 'done' ? result.data : undefined
  const invalidates = [api.timeMachine.list.key()]
  const start = useApiMutation({
    mutationFn: (runId: string) =>
      client.timeMachine.start({
        environmentId,
        runId,
        eventType: state.assessment,
        subject: subjectOf(state.rules),
        ...periodOf(state, serverNow()),
      }),
    invalidates,
    onError: error => refusalOf(error) !== null,
  })
  const removal = useApiMutation({
    mutationFn: async (run: TimeMachineHead): Promise<unknown> =>
      isUnfinished(run)
        ? client.timeMachine.cancel({ environmentId, runId: run.id })
        : client.timeMachine.remove({ environmentId, runId: run.id }),
    invalidates,
  })
  const begin = () => {
    const runId = crypto.randomUUID()
    start.mutate(runId, { onSuccess: () => setState({ run: runId }) })
  }
  const remove = (run: TimeMachineHead) => removal.mutate(run, { onSuccess: () => setState({ run: null }) })
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
          { id: 'timemachine', label: title },
        ]}
        meta={<bdi>{friendlyName}</bdi>}
        actions={shown?.result ? <ResultExport run={shown} result={shown.result} /> : null}
      />
      <div className="flex flex-col gap-6 px-page pbe-6 pbs-3">
        <RunForm
          state={state}
          onChange={setState}
          isBusy={current !== undefined && isUnfinished(current)}
          isStarting={start.isPending}
          refusal={start.error === null ? null : refusalOf(start.error)}
          onStart={begin}
        />
        {runs.isError && runs.data === undefined ? (
          <QueryError error={runs.error} onRetry={() => void runs.refetch()} />
        ) : runs.data === undefined ? (
          <SkeletonRows rows={6} />
        ) : current === undefined ? (
          <NothingYet eventType={state.assessment} />
        ) : (
          <>
            {isGone ? (
              <Callout tone="info">
                <FormattedMessage id="TimeMachine.Gone" />
              </Callout>
            ) : null}
            <RunChoice runs={runs.data} current={current} onChange={id => setState({ run: id }, 'push')}>
              {write && !isUnfinished(current) ? (
                <Button variant="ghost" disabled={offline} loading={removal.isPending} onClick={() => remove(current)}>
                  <FormattedMessage id="Rules.Backtest.Remove" />
                </Button>
              ) : null}
            </RunChoice>
            {current.state === 'done' ? (
              result.isError && shown === undefined ? (
                <QueryError error={result.error} onRetry={() => void result.refetch()} />
              ) : shown === undefined ? (
                <SkeletonRows rows={6} />
              ) : (
                <RunResult run={shown} />
              )
            ) : (
              <RunProgress
                run={current}
                updatedAt={runs.dataUpdatedAt}
                onCancel={write && !offline ? () => remove(current) : undefined}
                isCancelling={removal.isPending}
              />
            )}
          </>
        )}
      </div>
    </>
  )
}

interface RunChoiceProps {
  runs: readonly TimeMachineHead[]
  current: TimeMachineHead
  onChange: (id: string) => void
  children: ReactNode
}

/** Which run is shown: what ran, over which days. */
function RunChoice({ runs, current, onChange, children }: RunChoiceProps) {
  const intl = useIntl()
  const format = useFormat()
  const nameOf = ({ subject, name, from, to, createdAt }: TimeMachineHead) =>
    intl.formatMessage(
      { id: 'TimeMachine.RunName' },
      {
        rules: subject.kind === 'live' ? intl.formatMessage({ id: 'Rules.List.Published' }) : name,
        from: format.date(from, 'UTC'),
        to: format.date(to, 'UTC'),
        time: format.dateTime(createdAt),
      },
    )
  return (
    <div className="flex flex-wrap items-end gap-3">
      {runs.length > 1 ? (
        <Field
          label={<FormattedMessage id="TimeMachine.Which" />}
          className="min-w-0 max-w-dialog-lg flex-1 print:hidden"
        >
          <Select
            value={current.id}
            onValueChange={onChange}
            options={runs.map(each => ({ value: each.id, label: nameOf(each) }))}
          />
        </Field>
      ) : null}
      <p className={runs.length > 1 ? 'hidden print:block' : 'min-w-0 flex-1 text-fg-muted'}>{nameOf(current)}</p>
      <span className="print:hidden">{children}</span>
    </div>
  )
}

/** Before the first run: what the page is for, or that there is no history. */
function NothingYet({ eventType }: { eventType: string }) {
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(
    api.timeMachine.history.queryOptions({ input: { environmentId, eventType }, staleTime: 60_000 }),
  )
  const isEmpty = data?.from === null
  return (
    <EmptyState
      kind="first-use"
      title={<FormattedMessage id={isEmpty ? 'TimeMachine.NoHistory' : 'TimeMachine.None'} />}
      description={<FormattedMessage id={isEmpty ? 'TimeMachine.NoHistory.Text' : 'TimeMachine.None.Text'} />}
    />
  )
}

/** Why a run cannot start, where the user can resolve it. */
function refusalOf(error: unknown): ReactNode {
  const refused = validationErrorOf(error)
  const field = refused?.issues[0]?.path[0]
  const id =
    field === 'from' || field === 'to'
      ? 'TimeMachine.BadPeriod'
      : field === 'subject'
        ? 'TimeMachine.BadTemplate'
        : (refused?.problems.length ?? 0) > 0
          ? 'Rules.Backtest.Error'
          : conflictErrorOf(error)?.reason === 'backtest.limit'
            ? 'TimeMachine.Limit'
            : null
  return id === null ? null : (
    <Callout tone="warning" live>
      <FormattedMessage id={id} />
    </Callout>
  )
}
