import { Button, Skeleton } from '@assay/design-system'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

type FigureQuery = Pick<UseQueryResult, 'isPending' | 'refetch'>

/** A figure that is loading, loaded, or missing with a button to retry on its card only. */
export function Figure<Data>({
  query,
  children,
}: {
  query: FigureQuery & { data: Data | undefined }
  children: (data: Data) => ReactNode
}) {
  return <Figures parts={[figurePart('only', query, children)]} />
}

interface FigurePart {
  id: string
  query: FigureQuery
  figure: ReactNode
}

export const figurePart = <Data,>(
  id: string,
  query: FigureQuery & { data: Data | undefined },
  figure: (data: Data) => ReactNode,
): FigurePart => ({ id, query, figure: query.data === undefined ? null : figure(query.data) })

/**
 * Several figures of a card. The missing ones are retried together: side by side their buttons would have the same
 * name.
 */
export function Figures({ parts }: { parts: readonly FigurePart[] }) {
  const failed = parts.filter(({ query, figure }) => figure === null && !query.isPending)
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      {parts.map(({ id, query, figure }) =>
        figure !== null ? (
          <span key={id}>{figure}</span>
        ) : query.isPending ? (
          <span key={id} className="flex h-5 items-center">
            <Skeleton className="w-16" />
          </span>
        ) : null,
      )}
      {failed.length === 0 ? null : (
        <span className="relative flex items-center gap-2 text-fg-muted">
          {missingMark}
          <Button
            size="sm"
            onClick={() => {
              for (const { query } of failed) void query.refetch()
            }}
          >
            <FormattedMessage id="Common.Retry" />
          </Button>
        </span>
      )}
    </span>
  )
}

const missingMark = '–'
