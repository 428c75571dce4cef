import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { consoleApiBase } from '../api/call-context.ts'
import { api } from '../api/client.ts'
import { useEnvironments } from '../environments/environments.tsx'
import { inPageSession } from '../session/in-page.ts'
import { LiveStream } from './live-stream.tsx'
import { createThrottle } from './throttle.ts'
import { useLiveEvents } from './use-live-events.ts'

/** Several environments at once are one question. */
const quiet = 1000

/** The stream of the tab, and what the shell itself takes from it: environments and rights that changed. */
export function LiveUpdates() {
  const queries = useQueryClient()
  const throttle = useMemo(
    () =>
      createThrottle(() => {
        void queries.invalidateQueries({ queryKey: api.session.key() })
        void queries.invalidateQueries({ queryKey: api.environments.key() })
      }, quiet),
    [queries],
  )
  useEffect(() => throttle.cancel, [throttle])
  useLiveEvents(['environments'], throttle.request)
  const {
    session: { tenant, user },
  } = useEnvironments()
  return <LiveStream place={inPageSession() ? null : `assay/live ${consoleApiBase()} ${tenant.id} ${user.id}`} />
}
