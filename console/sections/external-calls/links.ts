import { useCallback } from 'react'
import { useHref } from '../../platform/environments/environments.tsx'

export const callParameter = 'call'
export const callViewParameter = 'view'
export const newCall = 'new'
export const callPerformanceView = 'performance'

/** Address of the set-up page of a call, of its performance page, and of the list without one. */
export function useCallHref(): (callId?: string, view?: typeof callPerformanceView) => string {
  const href = useHref()
  return useCallback(
    (callId, view) =>
      href(
        '/data/externalcalls',
        callId === undefined
          ? undefined
          : new URLSearchParams({
              [callParameter]: callId,
              ...(view === undefined ? {} : { [callViewParameter]: view }),
            }),
      ),
    [href],
  )
}
