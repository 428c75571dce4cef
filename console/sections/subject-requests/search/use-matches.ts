import { defined, type SubjectMatch } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'
import type { SearchedSubject } from '../searched-subject.ts'

/** The events of a person, which load as the table scrolls. A search is audited: it is repeated on request alone. */
export function useMatches(environmentId: string, subject: SearchedSubject | null) {
  const query = useInfiniteQuery(
    api.subjectRequests.find.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId,
        AssessmentName: '',
        PropertyName: '',
        PropertyValue: '',
        ...subject,
        ...defined({ cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      enabled: subject !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  )
  const matches = useMemo(() => (query.data?.pages.flatMap(page => page.matches) ?? []) as SubjectMatch[], [query.data])
  return { query, matches, count: query.data?.pages[0]?.count }
}
