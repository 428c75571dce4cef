import { Button, SkeletonRows } from '@assay/design-system'
import type { UploadEntityName, UploadRun } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { IssueList } from '../issues/issue-list.tsx'

interface RunIssuesProps {
  run: UploadRun
  entity: UploadEntityName
  /** Issues of this code alone. */
  code: string | null
}

/** What a run found wrong with the file of an entity, page by page. */
export function RunIssues({ run, entity, code }: RunIssuesProps) {
  const { id: environmentId } = useEnvironment()
  const query = useInfiniteQuery(
    api.uploads.runIssues.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId,
        runId: run.id,
        entity,
        ...(code === null ? {} : { code }),
        ...(cursor === undefined ? {} : { cursor }),
        limit: 50,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: 60_000,
    }),
  )
  if (query.isError && query.data === undefined)
    return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <SkeletonRows rows={4} />
  const issues = query.data.pages.flatMap(page => page.issues)
  if (issues.length === 0)
    return (
      <p className="px-2 py-3 text-sm text-fg-secondary">
        <FormattedMessage id="Upload.Run.NoIssues" />
      </p>
    )
  return (
    <div className="flex flex-col gap-2">
      <IssueList entity={entity} issues={issues} pageSize={issues.length} />
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <FormattedMessage id="Upload.MoreIssues" values={{ count: 50 }} />
        </Button>
      ) : null}
    </div>
  )
}
