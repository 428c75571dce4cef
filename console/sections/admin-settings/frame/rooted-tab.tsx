import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { NoAccess } from '../../../platform/permissions/no-access.tsx'
import type { AdminTab } from './admin-address.ts'
import { AdminFrame } from './admin-frame.tsx'
import { type AdminRoot, useAdminRoot } from './use-admin-root.ts'

interface RootedTabProps {
  tab: AdminTab
  /** The settings of the root environment. */
  children: (admin: AdminRoot) => ReactNode
}

/** A tab with settings of the root environment, for who may see them. */
export function RootedTab({ tab, children }: RootedTabProps) {
  const admin = useAdminRoot()
  return admin === null ? (
    <AdminFrame tab={tab}>
      <NoAccess capability="admin.configuration" />
    </AdminFrame>
  ) : (
    children(admin)
  )
}

interface StoredSettingsProps<Stored> {
  tab: AdminTab
  query: UseQueryResult<Stored>
  children: (stored: Stored) => ReactNode
}

/** The settings of a tab once they are read; before, that they are on their way or could not be read. */
export function StoredSettings<Stored>({ tab, query, children }: StoredSettingsProps<Stored>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? (
    <AdminFrame tab={tab}>
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    </AdminFrame>
  ) : (
    <AdminFrame tab={tab} state="loading" />
  )
}
