import { Button, EmptyState, SkeletonRows } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { MirrorDetail } from './mirror-detail.tsx'
import { NewMirror } from './new-mirror.tsx'

const pollMs = 3000

/** The mirror of the environment while it runs and after its end, or how one is started. */
export function MirrorView({ writes }: { writes: boolean }) {
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const [isNew, setIsNew] = useState(false)
  const query = useQuery(
    api.mirrors.get.queryOptions({
      input: { environmentId },
      staleTime: 0,
      refetchInterval: current => {
        const mirror = current.state.data?.mirror
        return mirror != null && (mirror.state === 'running' || mirror.waiting > 0) ? pollMs : false
      },
    }),
  )
  if (query.data === undefined)
    return query.isError ? (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={6} />
    )
  const { mirror } = query.data
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {query.isError ? <StaleNotice /> : null}
      {mirror === null ? (
        <EmptyState
          kind="first-use"
          level={2}
          title={<FormattedMessage id="Mirror.None" />}
          description={<FormattedMessage id="Mirror.None.Text" />}
          actions={
            writes ? (
              <Button variant="primary" disabled={offline} onClick={() => setIsNew(true)}>
                <FormattedMessage id="Mirror.Start" />
              </Button>
            ) : null
          }
        />
      ) : (
        <MirrorDetail key={mirror.id} mirror={mirror} writes={writes} />
      )}
      {isNew ? <NewMirror onClose={() => setIsNew(false)} /> : null}
    </div>
  )
}
