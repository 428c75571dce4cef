import { SkeletonRows } from '@assay/design-system'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'

interface QueryContentProps<Data> {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>
  /** What was read last; undefined: nothing yet. */
  data: Data | undefined
  /** Lines of the placeholder. */
  rows: number
  children: (data: Data) => ReactNode
}

/** Content that is read again and again: after a failure the last one stays, with a notice that it may be old. */
export function QueryContent<Data>({ query, data, rows, children }: QueryContentProps<Data>) {
  if (data === undefined)
    return query.isError ? (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={rows} />
    )
  return (
    <>
      {query.isError ? <StaleNotice /> : null}
      {children(data)}
    </>
  )
}
