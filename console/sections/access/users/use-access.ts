import type { DataTableStatus } from '@assay/design-system'
import type { AccessEntry, AccessList } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { hasUnusedRole, matchesText } from '../model/access-rows.ts'

const noEntries: readonly AccessEntry[] = []

/** Who has roles in the environment, and those of them that a text and the filter leave. */
export function useAccess({ text, unused }: { text: string; unused: boolean }) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.access.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const answer = query.data as AccessList | undefined
  const entries = answer?.entries ?? noEntries
  const shown = useMemo(
    () => entries.filter(entry => matchesText(entry, text) && (!unused || hasUnusedRole(entry))),
    [entries, text, unused],
  )
  const status: DataTableStatus =
    answer === undefined
      ? query.isError
        ? 'error'
        : 'loading'
      : entries.length === 0
        ? 'empty'
        : shown.length === 0
          ? 'noResults'
          : 'ready'
  return {
    query,
    entries,
    shown,
    status,
    assignable: answer?.assignable ?? [],
    invitationUrl: answer?.invitationUrl ?? '',
  }
}
