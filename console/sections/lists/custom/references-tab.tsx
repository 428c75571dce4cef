import type { CustomList } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { PanelSkeleton } from '../panel-skeleton.tsx'

export function ReferencesTab({ list }: { list: CustomList }) {
  const environment = useEnvironment()
  const query = useQuery(
    api.customLists.dependents.queryOptions({
      input: { environmentId: environment.id, listId: list.id },
      staleTime: 5_000,
    }),
  )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <PanelSkeleton />
  if (query.data.length === 0)
    return (
      <p className="text-fg-secondary">
        <FormattedMessage
          id="Lists.Users.None"
          values={{
            name: list.name,
            code: chunks => (
              <code key="code" dir="ltr" className="font-mono text-xs wrap-anywhere">
                {chunks}
              </code>
            ),
          }}
        />
      </p>
    )
  return <Dependents users={query.data} />
}
