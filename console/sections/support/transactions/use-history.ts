import type { DateRange } from '@assay/design-system'
import { defined, type SupportAccount } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import { boundsOf } from '../support-address.ts'

/** The purchases of an account in a range of dates, page by page. */
export function useHistory(environmentId: string, account: SupportAccount | null, range: DateRange, search = '') {
  const [now] = useState(() => Date.now())
  const { from, to } = useMemo(() => boundsOf(range, now), [range, now])
  const query = useInfiniteQuery(
    api.support.transactions.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId,
        account: account ?? { type: 'user', value: '-' },
        from,
        // What happened since the page was opened is part of a range that ends now.
        to: range.kind === 'relative' ? null : to,
        search,
        ...defined({ cursor }),
      }),
      enabled: account !== null,
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    }),
  )
  const rows = useMemo(() => query.data?.pages.flatMap(page => page.rows) ?? [], [query.data])
  return { query, rows, total: query.data?.pages[0]?.total }
}
