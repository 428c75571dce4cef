import { SidePanel } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import type { ListLeaveGuard } from '../use-register-leave-guard.ts'
import { DatabaseListFormPanel } from './database-list-form-panel.tsx'

interface EditDatabaseListPanelProps {
  list: CustomList
  onGuard: (guard: ListLeaveGuard | null) => void
  onClose: () => void
  onSaved: (list: CustomList) => void
}

/** Fetches where the rows of a list are, and opens its form. */
export function EditDatabaseListPanel({ list, onGuard, onClose, onSaved }: EditDatabaseListPanelProps) {
  const environmentId = useEnvironment().id
  // Not cached after it is closed: a form always starts from what is stored.
  const query = useQuery(
    api.databaseLists.get.queryOptions({ input: { environmentId, listId: list.id }, staleTime: Infinity, gcTime: 0 }),
  )
  if (query.data === undefined) {
    return (
      <SidePanel
        title={<FormattedMessage id="Lists.Edit.Title" values={{ name: <bdi key="name">{list.name}</bdi> }} />}
        width={560}
        resizable
        onClose={onClose}
      >
        <div className="p-4">
          {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : <PanelSkeleton />}
        </div>
      </SidePanel>
    )
  }
  return (
    <DatabaseListFormPanel
      stored={{ list, definition: query.data }}
      onGuard={onGuard}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
