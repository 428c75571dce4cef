import { Button, SkeletonRows } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { listRecords } from '../timeline/list-records.ts'
import { TimelineList } from '../timeline/timeline-list.tsx'

/** The changes of the list status of one value, on request. */
export function EntryHistory({ environmentId, listed }: { environmentId: string; listed: ListedValue }) {
  const [open, setOpen] = useState(false)
  return (
    <section className="flex flex-col gap-2">
      <div className="-ms-2">
        <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          <FormattedMessage id="SupportStatus.History" />
        </Button>
      </div>
      {open ? <Changes environmentId={environmentId} listed={listed} /> : null}
    </section>
  )
}

function Changes({ environmentId, listed: { list, value } }: { environmentId: string; listed: ListedValue }) {
  const intl = useIntl()
  const query = useQuery(
    api.supportEntries.history.queryOptions({
      input: { environmentId, entities: [{ list, value }] },
      staleTime: 5_000,
    }),
  )
  if (query.isPending) return <SkeletonRows rows={2} />
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.length === 0)
    return (
      <p className="text-fg-muted">
        <FormattedMessage id="SupportStatus.History.None" />
      </p>
    )
  return <TimelineList records={listRecords(query.data, intl)} />
}
