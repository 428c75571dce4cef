import { useCallback } from 'react'
import { useHref } from '../../platform/environments/environments.tsx'

export const callParameter = 'call'
export const viewParameter = 'view'
export const newCall = 'new'
export const performanceView = 'performance'

/** Address of the set-up page of a call, of its performance page, and of the list without one. */
export function useCallHref(): (callId?: string, view?: typeof performanceView) => string {
  const href = useHref()
  return useCallback(
    (callId, view) =>
      href(
        '/data/externalcalls',
        callId === undefined
          ? undefined
          : new URLSearchParams({ [callParameter]: callId, ...(view === undefined ? {} : { [viewParameter]: view }) }),
      ),
    [href],
  )
}
