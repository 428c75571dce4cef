import type { FilterField } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useEventTypeName } from '../../../platform/events/use-event-type-name.ts'
import { explorerFields } from './explorer-filters.ts'

/** The fields of the explorer's filter in the chosen environment, with its assessments as soon as they are there. */
export function useExplorerFields(): FilterField[] {
  const intl = useIntl()
  const nameOf = useEventTypeName()
  const { id: environmentId } = useEnvironment()
  const { environments } = useEnvironments()
  const can = useCan()
  const types = useQuery(
    api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000, enabled: can('search') }),
  )
  return useMemo(
    () =>
      explorerFields(intl, {
        environments: environments
          .filter(each => each.hasAccess && (each.id === environmentId || each.ancestorIds.includes(environmentId)))
          .map(({ id, friendlyName }) => ({ value: id, label: friendlyName })),
        eventTypes: (types.data ?? [])
          .filter(({ search }) => search)
          .map(type => ({ value: type.key, label: nameOf(type) })),
      }),
    [intl, nameOf, environments, environmentId, types.data],
  )
}
