import type { ComboboxOption } from '@assay/design-system'
import type { Person } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'

interface Reviewers {
  /** Everybody who may be chosen, with their accounts. */
  options: ComboboxOption[]
  /** Name of a user or a group; the id of one that is not in the directory any more. */
  nameOf: (id: string) => string
  isPending: boolean
}

/**
 * People who may review cases of an environment, for fields that choose them.
 * @param present people of the record who may have lost their role since: they keep their names
 */
export function useReviewers(environmentId: string, present: readonly Person[] = []): Reviewers {
  const { data, isPending } = useQuery(
    api.cases.reviewers.queryOptions({ input: { environmentId }, staleTime: 60_000 }),
  )
  const options = useMemo(() => {
    const found = (data ?? []).map(({ id, name, username }) => ({ value: id, label: name, description: username }))
    const ids = new Set(found.map(({ value }) => value))
    const absent = new Map(present.filter(({ id }) => !ids.has(id)).map(({ id, name }) => [id, name]))
    return [...found, ...[...absent].map(([value, label]) => ({ value, label }))]
  }, [data, present])
  return { options, nameOf: useNameOf(options), isPending }
}

/** Groups of reviewers of an environment, for fields that choose them, with the number of their members. */
export function useReviewerGroups(environmentId: string): Pick<Reviewers, 'options' | 'nameOf'> {
  const intl = useIntl()
  const { data } = useQuery(api.team.groups.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const options = useMemo(
    () =>
      (data ?? []).map(({ id, name, members }) => ({
        value: id,
        label: name,
        description: intl.formatMessage({ id: 'Cases.Groups.Members' }, { count: members.length }),
      })),
    [data, intl],
  )
  return { options, nameOf: useNameOf(options) }
}

function useNameOf(options: readonly ComboboxOption[]): (id: string) => string {
  return useCallback((id: string) => options.find(({ value }) => value === id)?.label ?? id, [options])
}
