import type { UploadRunDetail } from '@assay/risk-service/contract'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'

const timeMachine = '/data/upload/timemachine'

/** Returns the address of the time machine over the days of stored purchases; null without them, and without the right. */
export function useTimeMachineHref({ dryRun, state, statistics }: UploadRunDetail): string | null {
  const can = useCan()
  const href = useHref()
  const { from = null, to = null } = statistics?.period ?? {}
  if (state !== 'Finished' || dryRun || from === null || to === null || !canOpen(timeMachine, can)) return null
  return href(timeMachine, new URLSearchParams({ period: 'custom', from: from.slice(0, 10), to: to.slice(0, 10) }))
}
