import type { ComboboxOption } from '@assay/design-system'
import type { Person } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../../platform/api/client.ts'

interface Reviewers {
  /** Everybody who may be chosen, with their accounts. */
  options: ComboboxOption[]
  /** Name of a user; the id of somebody who is not in the directory any more. */
  nameOf: (userId: string) => string
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
  const nameOf = useCallback(
    (userId: string) => options.find(({ value }) => value === userId)?.label ?? userId,
    [options],
  )
  return { options, nameOf, isPending }
}
