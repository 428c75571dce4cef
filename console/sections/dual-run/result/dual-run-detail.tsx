import { Button, Callout, Card, CardHeader, downloadFile, Icon, Progress, SkeletonRows } from '@assay/design-system'
import type { DualRun, DualRunDetailed } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { DualRunReportView } from './dual-run-report.tsx'
import { PrintedReport } from './printed-report.tsx'
import { RemoveDualRun } from './remove-dual-run.tsx'

interface DualRunDetailProps {
  run: DualRun
  /** Whether the user may stop and remove it. */
  writes: boolean
}

/** One dual run: its progress, why it failed, or its report. */
export function DualRunDetail({ run, writes }: DualRunDetailProps) {
  const offline = useOffline()
  const [isPrinting, setIsPrinting] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const { id, environmentId, fileName, state } = run
  const isUnfinished = state === 'waiting' || state === 'running'
  const query = useQuery(
    api.dualRuns.get.queryOptions({
      input: { environmentId, dualRunId: id },
      enabled: state === 'done',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const cancel = useApiMutation({
    mutationFn: () => client.dualRuns.cancel({ environmentId, dualRunId: id }),
    invalidates: [api.dualRuns.list.key()],
  })
  const detail = query.data?.report == null ? null : { ...query.data, report: query.data.report }
  return (
    <Card className="min-w-0">
      <CardHeader
        title={<bdi className="wrap-anywhere">{fileName}</bdi>}
        actions={
          <>
            {detail === null ? null : (
              <>
                <Button size="sm" start={<Icon icon={Printer} size={12} />} onClick={() => setIsPrinting(true)}>
                  <FormattedMessage id="DualRun.Print" />
                </Button>
                <Button size="sm" start={<Icon icon={Download} size={12} />} onClick={() => download(detail)}>
                  <FormattedMessage id="DualRun.Download" />
                </Button>
              </>
            )}
            {!writes ? null : isUnfinished ? (
              <Button size="sm" disabled={offline} loading={cancel.isPending} onClick={() => cancel.mutate()}>
                <FormattedMessage id="Common.Cancel" />
              </Button>
            ) : (
              <Button size="sm" disabled={offline} onClick={() => setIsRemoving(true)}>
                <FormattedMessage id="Common.Delete" />
              </Button>
            )}
          </>
        }
      />
      <div className="flex min-w-0 flex-col gap-4 p-4">
        {isUnfinished ? <DualRunProgress run={run} /> : null}
        {state === 'failed' ? <DualRunFailed run={run} /> : null}
        {state !== 'done' ? null : detail !== null ? (
          <DualRunReportView report={detail.report} />
        ) : query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
      {isPrinting && detail !== null ? <PrintedReport run={detail} onClose={() => setIsPrinting(false)} /> : null}
      <RemoveDualRun removed={isRemoving ? run : null} onClose={() => setIsRemoving(false)} />
    </Card>
  )
}

function DualRunProgress({ run: { state, progress } }: { run: DualRun }) {
  return (
    <Progress
      label={<FormattedMessage id={state === 'waiting' ? 'DualRun.State.waiting' : 'DualRun.State.running'} />}
      value={state === 'waiting' || progress.total === 0 ? null : progress.events}
      max={Math.max(progress.total, 1)}
      detail={
        state === 'waiting' ? undefined : (
          <FormattedMessage id="DualRun.Of" values={{ count: progress.events, total: progress.total }} />
        )
      }
    />
  )
}

const DualRunFailed = ({ run: { failure } }: { run: DualRun }) => (
  <Callout tone="danger">
    <FormattedMessage id={`DualRun.Failed.${failure ?? 'internal'}`} />
  </Callout>
)

/** The report as the service stores it, so that its digest is that of the print, with its signature. */
const download = ({ fileName, report, signature }: DualRunDetailed): void =>
  downloadFile(
    `${fileName.replace(/[^\w.-]+/g, '_')}-dual-run.json`,
    new Blob([JSON.stringify({ report, signature: signature?.jws ?? null })], { type: 'application/json' }),
  )
