import { Button, Dialog, DialogContent, SkeletonRows } from '@assay/design-system'
import type { RetailIssue, RetailSync } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { QueryError } from '../errors/page-error.tsx'

/** The rows that a synchronisation left out, each with what is wrong with it, as the service says it. */
export function IssuesDialog({ sync, onClose }: { sync: RetailSync; onClose: () => void }) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.retailConnector.issues.queryOptions({ input: { environmentId, syncId: sync.id }, staleTime: 60_000 }),
  )
  const issues = (query.data as { issues: RetailIssue[] } | undefined)?.issues
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Retail.Issues.Title" values={{ count: sync.refused }} />}
        description={<FormattedMessage id="Retail.Issues.Text" />}
        footer={
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        {query.isError && issues === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : issues === undefined ? (
          <SkeletonRows rows={4} />
        ) : issues.length === 0 ? (
          <p className="text-sm text-fg-secondary">
            <FormattedMessage id="Retail.Issues.Removed" />
          </p>
        ) : (
          <ul className="flex flex-col text-sm">
            {issues.map((issue, index) => (
              <li
                // The list is shown as it was stored.
                // biome-ignore lint/suspicious/noArrayIndexKey: a row may have the same fault twice
                key={index}
                className="flex flex-col gap-0.5 border-be border-line-subtle py-2 last:border-be-0"
              >
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium">{issue.entity}</span>
                  <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                    {issue.key}
                  </bdi>
                  {issue.code === null ? null : (
                    <span className="ms-auto font-mono text-xs text-fg-muted">{issue.code}</span>
                  )}
                </span>
                <span lang="en" dir="ltr" className="flex flex-wrap gap-x-2 text-fg-secondary">
                  <span className="font-medium">{issue.column}</span>
                  <span className="wrap-anywhere">{issue.message}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  )
}
