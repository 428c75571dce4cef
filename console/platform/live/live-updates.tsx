import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../api/client.ts'
import { consoleApiBase } from '../api/request-context.ts'
import { useEnvironments } from '../environments/environments.tsx'
import { inPageSession } from '../session/in-page-session.ts'
import { createThrottle } from '../timing/throttle.ts'
import { LiveStream } from './live-stream.tsx'
import { useLiveEvents } from './use-live-events.ts'

/** Several environments at once are one question. */
const minRefetchInterval = 1000

/** The stream of the tab, and what the shell itself takes from it: environments and rights that changed. */
export function LiveUpdates() {
  const queries = useQueryClient()
  const throttle = useMemo(
    () =>
      createThrottle(() => {
        void queries.invalidateQueries({ queryKey: api.session.key() })
        void queries.invalidateQueries({ queryKey: api.environments.key() })
      }, minRefetchInterval),
    [queries],
  )
  useEffect(() => throttle.cancel, [throttle])
  useLiveEvents(['environments'], throttle.schedule)
  const {
    session: { tenant, user },
  } = useEnvironments()
  return <LiveStream place={inPageSession() ? null : `assay/live ${consoleApiBase()} ${tenant.id} ${user.id}`} />
}
