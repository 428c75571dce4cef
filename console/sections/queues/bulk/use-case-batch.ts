import { type BulkActionBarProps, useToast } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { resultMessageOf } from '../../../platform/cases/case-refusals.ts'

interface CaseBatch {
  /** What is done, as the progress says it. */
  label: string
  rows: readonly CaseRow[]
  change: (row: CaseRow) => Promise<unknown>
}

/** Message about a change that the service refused for one case. */
function refusalOf(error: unknown): string {
  const failure = readApiError(error)
  if (failure.kind === 'noAccess') return resultMessageOf('case.forbidden')
  if (failure.kind === 'missing') return resultMessageOf('case.notFound')
  return failure.kind === 'conflict' ? resultMessageOf(failure.reason ?? '') : 'Authoring.Failed'
}

/**
 * Changes several cases one after another: each by itself, as there is no procedure for all of them.
 * @param onFinished receives the cases that could not be changed
 */
export function useCaseBatch(onFinished: (failed: readonly CaseRow[]) => void) {
  const intl = useIntl()
  const { toast } = useToast()
  const [progress, setProgress] = useState<BulkActionBarProps['progress']>(undefined)
  const [failures, setFailures] = useState<NonNullable<BulkActionBarProps['failures']>>([])
  const [last, setLast] = useState<{ batch: CaseBatch; failed: readonly CaseRow[] } | null>(null)
  const cancelled = useRef(false)
  const run = async (batch: CaseBatch) => {
    const { label, rows, change } = batch
    cancelled.current = false
    setFailures([])
    const failed: { row: CaseRow; reason: string }[] = []
    let done = 0
    for (const row of rows) {
      if (cancelled.current) break
      setProgress({ label, done, total: rows.length })
      try {
        await change(row)
      } catch (error) {
        failed.push({ row, reason: intl.formatMessage({ id: refusalOf(error) }, { by: '', named: 'false' }) })
      }
      done += 1
    }
    const left = [...failed.map(({ row }) => row), ...rows.slice(done)]
    setProgress(undefined)
    setFailures(failed.map(({ row, reason }) => ({ id: row.id, label: row.externalId, reason })))
    setLast({ batch, failed: left })
    const changed = done - failed.length
    toast({
      tone: failed.length > 0 ? 'warning' : 'success',
      title: intl.formatMessage({ id: 'Cases.Batch.Done' }, { count: changed, failed: left.length }),
    })
    onFinished(left)
  }
  return {
    run,
    barProps: {
      progress,
      failures,
      onCancel: () => {
        cancelled.current = true
      },
      onDismissFailures: () => setFailures([]),
      onRetryFailures: () => {
        if (last) void run({ ...last.batch, rows: last.failed })
      },
    } satisfies Partial<BulkActionBarProps>,
  }
}
