import { Button, SkeletonRows } from '@assay/design-system'
import type { AccessExplanation, Capability } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../api/client.ts'
import { useEnvironments } from '../environments/environments.tsx'

// Most pages open: what explains why one does not is fetched on request.
const Explanation = lazy(() => import('./access-explanation.tsx').then(module => ({ default: module.Explanation })))

interface OwnWhyProps {
  capability: Capability
  required: 'read' | 'write'
}

/** Why the user may not open what they asked for, on request. */
export function OwnWhy({ capability, required }: OwnWhyProps) {
  const { environment } = useEnvironments()
  const [open, setOpen] = useState(false)
  const query = useQuery(
    api.access.ownAccess.queryOptions({
      input: { environmentId: environment?.id ?? '', capability, required },
      enabled: open && environment !== null,
      staleTime: 5_000,
    }),
  )
  if (environment === null) return null
  if (!open)
    return (
      <Button onClick={() => setOpen(true)}>
        <FormattedMessage id="Access.Why.Open" />
      </Button>
    )
  return (
    <div className="w-full max-w-prose">
      {query.data !== undefined ? (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <Explanation explanation={query.data as AccessExplanation} environment={environment} own />
        </Suspense>
      ) : query.isError ? (
        <p className="text-sm">
          <FormattedMessage id="Authoring.Failed" />{' '}
          <Button size="sm" onClick={() => void query.refetch()}>
            <FormattedMessage id="Environments.Menu.retry" />
          </Button>
        </p>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </div>
  )
}
