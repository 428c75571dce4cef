import { EditorColumns, Skeleton, SkeletonRows } from '@assay/design-system'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { QueryError } from '../../errors/page-error.tsx'
import { optionalParameter, useSearchState } from '../../router/use-search-state.ts'

interface ListOrEditorProps {
  /** In the address: what is open. */
  parameter: string
  /** Shown while nothing is. */
  list: ReactNode
  /** What the address names, its code fetched with the first of them. */
  children: (id: string) => ReactNode
}

/** A list, or the one of it that the address names. */
export function ListOrEditor({ parameter, list, children }: ListOrEditorProps) {
  const [{ [parameter]: id }] = useSearchState({ [parameter]: optionalParameter })
  if (!id) return list
  return (
    <Suspense
      fallback={
        <div className="px-page py-3" aria-busy="true">
          <Skeleton className="h-2 w-1/3" />
        </div>
      }
    >
      {children(id)}
    </Suspense>
  )
}

interface QueryBoundaryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'>
  /** Layout of what is loading: an editor in its columns, or a form or figures in one. */
  shape?: 'columns' | 'page'
  children: (data: Data) => ReactNode
}

/** Waits for what an editor or a page is about. */
export function QueryBoundary<Data>({ query, shape = 'columns', children }: QueryBoundaryProps<Data>) {
  if (query.isError && query.data === undefined)
    return (
      <div className="p-6">
        <QueryError page error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  if (query.data !== undefined) return children(query.data)
  return shape === 'columns' ? <EditorPlaceholder /> : <PagePlaceholder />
}

/** Placeholder of a form or figures that are loading. */
function PagePlaceholder() {
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
      <div className="flex min-h-page-header shrink-0 items-center border-be border-line-subtle px-page">
        <Skeleton className="h-2 w-1/3" />
      </div>
      <SkeletonRows rows={10} className="*:px-page" />
    </div>
  )
}

/** Placeholder of an editor that is loading, in its columns, so that nothing moves when the editor appears. */
function EditorPlaceholder() {
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
      <div className="flex min-h-page-header shrink-0 items-center border-be border-line-subtle px-page">
        <Skeleton className="h-2 w-1/3" />
      </div>
      <EditorColumns
        rail={
          <div className="flex min-h-0 flex-1 flex-col gap-6 bg-canvas px-4 py-4">
            <Skeleton className="h-2 w-1/2" />
            <Skeleton className="h-2 w-3/4" />
            <Skeleton className="h-2 w-3/4" />
          </div>
        }
        side={
          <div className="flex flex-col gap-4 px-4 py-4">
            <Skeleton className="h-2 w-1/3" />
            <Skeleton className="h-2 w-3/4" />
            <Skeleton className="h-2 w-1/2" />
          </div>
        }
      >
        <div className="flex min-h-topbar shrink-0 items-center border-be border-line-subtle px-4">
          <Skeleton className="h-2 w-1/4" />
        </div>
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-2 w-1/2" />
          <Skeleton className="h-2 w-1/3" />
        </div>
      </EditorColumns>
    </div>
  )
}
