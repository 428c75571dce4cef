import type { MentionOption } from '@assay/design-system'
import { aliasOf, findMentions, type MentionCandidate } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../api/client.ts'
import { useDebouncedValue } from '../timing/use-debounced-value.ts'

/** People for the mention that is typed, and those of a text who cannot see the event. */
export function useMentionPeople(environmentId: string) {
  const intl = useIntl()
  const queries = useQueryClient()
  const [search, setSearch] = useState<string | null>(null)
  const debounced = useDebouncedValue(search, 150)
  const active = search !== null && debounced !== null
  const query = useQuery(
    api.notes.candidates.queryOptions({
      input: { environmentId, query: debounced ?? '' },
      enabled: active,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  )
  const found = active ? (query.data ?? []) : []
  const options = found.map(({ userId, name, username, hasAccess }): MentionOption => {
    // A name that two people have mentions neither of them.
    const unique = found.every(other => other.userId === userId || other.name !== name)
    return {
      value: unique ? name : aliasOf(username),
      label: name,
      description: hasAccess ? username : intl.formatMessage({ id: 'Review.Notes.NoAccess' }),
    }
  })
  const withoutAccess = (text: string): string[] => {
    if (!text.includes('@')) return []
    const seen = queries
      .getQueriesData<MentionCandidate[]>({
        queryKey: api.notes.candidates.key(),
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(environmentId),
      })
      .flatMap(([, data]) => data ?? [])
    const people = new Map(seen.map(person => [person.userId, person]))
    const mentioned = new Set(findMentions(text, [...people.values()]).map(({ userId }) => userId))
    return [...mentioned].flatMap(id => {
      const person = people.get(id)
      return person && !person.hasAccess ? [person.name] : []
    })
  }
  return { options, search: setSearch, withoutAccess }
}
