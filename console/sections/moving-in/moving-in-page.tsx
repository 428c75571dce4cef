import { Button, Callout, ListPage, PageHeader, Stepper } from '@assay/design-system'
import type { MovingInReport } from '@assay/risk-service/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { NoAccess } from '../../platform/permissions/no-access.tsx'
import { useTitle } from '../../platform/router/use-title.ts'
import { useMovingInAddress } from './moving-in-address.ts'
import { NextSteps } from './next-steps.tsx'
import { ObjectPanel } from './object-panel.tsx'
import { ReportExport } from './report-export.tsx'
import { Refusal, ReportFilters, ReportTable, useShownObjects } from './report-view.tsx'
import { SourceView } from './source-view.tsx'
import { useSource } from './use-source.ts'

const steps = ['choose', 'check', 'apply', 'backtest', 'compare'] as const

/** Moves rules, lists, queues and what belongs to them into the environment: choose, look, move in, then try. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const href = useHref()
  const offline = useOffline()
  const may = useCan()('rules', 'write')
  const queryClient = useQueryClient()
  const source = useSource()
  const [report, setReport] = useState<MovingInReport | null>(null)
  const [address, setAddress] = useMovingInAddress()
  const title = intl.formatMessage({ id: 'MovingIn.Title' })
  useTitle(title)
  const run = useMutation({
    mutationFn: (apply: boolean) => {
      const input = {
        environmentId: environment.id,
        files: [...source.files],
        pasted: source.pasted,
        assessment: source.assessment,
      }
      return apply ? client.movingIn.apply(input) : client.movingIn.preview(input)
    },
    onSuccess: (answer, apply) => {
      setReport(answer)
      // Every list of the console may have changed.
      if (apply) void queryClient.invalidateQueries()
    },
  })
  const back = () => {
    run.reset()
    setReport(null)
    setAddress({ q: '', state: null, kind: null, object: null })
  }
  const refused = report !== null && report.refusal !== null
  const current = report === null ? 'choose' : report.applied && !refused ? 'backtest' : 'apply'
  const changes = report?.objects.filter(({ action }) => action !== 'none').length ?? 0
  const check = (
    <Button
      variant="primary"
      loading={run.isPending}
      disabled={offline}
      onClick={() => {
        if (source.isGiven()) run.mutate(false)
      }}
    >
      <FormattedMessage id="MovingIn.Check" />
    </Button>
  )
  const actions = !may ? undefined : report === null ? (
    check
  ) : (
    <>
      <Button disabled={run.isPending} onClick={back}>
        <FormattedMessage id="MovingIn.Others" />
      </Button>
      <ReportExport report={report} />
      {/* What is here may have changed since: the next preview shows what can be moved in. */}
      {refused ? (
        check
      ) : report.applied ? null : (
        <Button
          variant="primary"
          loading={run.isPending}
          disabled={offline || changes === 0}
          onClick={() => run.mutate(true)}
        >
          <FormattedMessage id="MovingIn.Apply" values={{ count: changes }} />
        </Button>
      )}
    </>
  )
  return (
    <ListPage
      name={title}
      header={
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'movein', label: title },
          ]}
          meta={may ? <bdi>{environment.friendlyName}</bdi> : <FormattedMessage id="Environments.ReadOnly" />}
          actions={actions}
        />
      }
      bars={
        may ? (
          <>
            <div className="border-bs border-line-subtle px-page py-3">
              <Stepper
                label={title}
                current={current}
                steps={steps.map((id, index) => ({
                  id,
                  label: <FormattedMessage id={`MovingIn.Step.${id}`} />,
                  state: index < steps.indexOf(current) ? 'done' : 'todo',
                }))}
              />
            </div>
            {report === null ? null : <ReportFilters report={report} address={address} setAddress={setAddress} />}
          </>
        ) : undefined
      }
      notice={
        <>
          {run.isError ? (
            <div className="px-page py-2">
              <QueryError error={run.error} onRetry={() => run.mutate(run.variables)} />
            </div>
          ) : null}
          {report === null || report.refusal === null ? null : <Refusal note={report.refusal} />}
          {report?.applied && !refused ? (
            <NextSteps
              assessments={[...new Set(report.objects.flatMap(({ kind, area }) => (kind === 'rule' ? [area] : [])))]}
            />
          ) : null}
          {report !== null && !report.applied && changes === 0 && !refused ? (
            <Callout tone="info" live className="mx-page my-2">
              <FormattedMessage id="MovingIn.NothingToDo" />
            </Callout>
          ) : null}
        </>
      }
      panel={report === null ? undefined : <ChosenObject report={report} address={address} setAddress={setAddress} />}
    >
      {!may ? (
        <div className="min-w-0 flex-1 overflow-y-auto">
          <NoAccess capability="rules" required="write" />
        </div>
      ) : report === null ? (
        <div className="min-w-0 flex-1 overflow-y-auto px-page py-5">
          <SourceView source={source} disabled={run.isPending} />
        </div>
      ) : (
        <ReportTable report={report} address={address} setAddress={setAddress} />
      )}
    </ListPage>
  )
}

/** The panel of the object in the address, among those that are shown. */
function ChosenObject({ report, address, setAddress }: Parameters<typeof ReportTable>[0]) {
  const { shown } = useShownObjects({ report, address })
  const at = shown.findIndex(({ key }) => key === address.object)
  const object = shown[at]
  if (object === undefined) return null
  const goTo = (index: number) => {
    const next = shown[index]
    return next === undefined ? undefined : () => setAddress({ object: next.key })
  }
  return (
    <ObjectPanel
      key={object.key}
      object={object}
      applied={report.applied}
      onClose={() => setAddress({ object: null })}
      onPrevious={goTo(at - 1)}
      onNext={goTo(at + 1)}
    />
  )
}
