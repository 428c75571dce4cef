import { Button, Callout, Card, CardHeader, PageHeader, SkeletonRows, useFormat } from '@assay/design-system'
import type { UploadArea, UploadRunDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { ErrorFileButton } from './error-file-button.tsx'
import { LossStatistics } from './loss-statistics.tsx'
import { PurchaseStatistics } from './purchase-statistics.tsx'
import { RunFiles } from './run-files.tsx'
import { RunProgress } from './run-progress.tsx'
import { isUnderWay, RunState } from './run-state.tsx'
import { useTimeMachineHref } from './use-time-machine-href.ts'

interface RunPageProps {
  area: UploadArea
  runId: string
  listHref: string
}

const refreshMs = 2000

/** One run: how far it is, what became of each file, and the figures of the data after it. */
export function RunPage({ area, runId, listHref }: RunPageProps) {
  const intl = useIntl()
  const href = useHref()
  const format = useFormat()
  const writes = useCan()('data.upload', 'write')
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.uploads.run.queryOptions({
      input: { environmentId, runId },
      staleTime: 1000,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data as UploadRunDetail) ? refreshMs : false),
    }),
  )
  const run = query.data as UploadRunDetail | undefined
  const title = intl.formatMessage(
    { id: 'Upload.Run.Title' },
    { time: run === undefined ? '' : format.dateTime(run.requestedAt) },
  )
  useTitle(title)
  useTitleFocus()
  if (query.isError && run === undefined)
    return <QueryError page error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
          { id: 'upload', label: intl.formatMessage({ id: 'Upload.Title' }), href: href(`/data/upload/${area}`) },
          { id: 'run', label: title },
        ]}
        {...(run === undefined ? {} : { badges: <RunState state={run.state} />, meta: <RunFacts run={run} /> })}
        actions={
          <>
            {run === undefined ? null : <ErrorFileButton run={run} />}
            <Button asChild>
              <Link to={listHref}>
                <FormattedMessage id="Common.Close" />
              </Link>
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-3 px-page pbe-6">
        {query.isError ? <StaleNotice /> : null}
        {run === undefined ? (
          <div aria-busy="true">
            <SkeletonRows rows={8} />
          </div>
        ) : (
          <>
            {isUnderWay(run) ? (
              <Card className="p-4">
                <RunProgress run={run} writes={writes} />
              </Card>
            ) : null}
            <Outcome run={run} />
            <Card className="min-w-0 overflow-clip">
              <CardHeader title={intl.formatMessage({ id: 'Upload.Run.Files' })} />
              <RunFiles run={run} />
            </Card>
            {run.statistics === null ? null : <PurchaseStatistics statistics={run.statistics} />}
            {run.lossStatistics === null ? null : <LossStatistics statistics={run.lossStatistics} />}
          </>
        )}
      </div>
    </div>
  )
}

/** When it began and ended, and who asked for it. */
function RunFacts({ run: { startedAt, finishedAt, requestedBy, dryRun } }: { run: UploadRunDetail }) {
  const format = useFormat()
  const duration =
    startedAt === null || finishedAt === null ? '' : format.duration(Date.parse(finishedAt) - Date.parse(startedAt))
  return (
    <FormattedMessage
      id="Upload.Run.Facts"
      values={{
        user: <bdi key="user">{requestedBy}</bdi>,
        ended: finishedAt === null || startedAt === null ? 'no' : 'yes',
        time: finishedAt === null ? '' : format.dateTime(finishedAt),
        duration,
        kind: dryRun ? 'dry' : 'full',
      }}
    />
  )
}

/** The result in one sentence, and what to do when it failed. */
function Outcome({ run }: { run: UploadRunDetail }) {
  const intl = useIntl()
  const timeMachine = useTimeMachineHref(run)
  const { state, failure, dryRun, files } = run
  const accepted = files.reduce((sum, file) => sum + file.accepted, 0)
  if (state === 'Cancelled')
    return (
      <Callout tone="warning">
        <FormattedMessage id="Upload.Run.Cancelled" />
      </Callout>
    )
  if (failure !== null)
    return (
      <Callout tone="danger" title={<FormattedMessage id="Upload.Run.Failed" />}>
        <p>
          <FormattedMessage id={`Upload.Run.Failure.${failure.reason}`} values={{ id: failure.correlationId }} />
        </p>
      </Callout>
    )
  if (state !== 'Finished') return null
  return (
    <Callout
      tone="success"
      actions={
        timeMachine === null ? undefined : (
          <Button asChild size="sm">
            <Link to={timeMachine}>
              <FormattedMessage id="Upload.Run.TimeMachine" />
            </Link>
          </Button>
        )
      }
    >
      <FormattedMessage
        id={dryRun ? 'Upload.Run.Finished.Dry' : 'Upload.Run.Finished'}
        values={{ rows: intl.formatNumber(accepted) }}
      />
    </Callout>
  )
}
