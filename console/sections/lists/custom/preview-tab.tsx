import { Icon, Input } from '@assay/design-system'
import { type CustomList, listLimits } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import { RowsGrid } from '../rows-grid.tsx'

export function PreviewTab({ list }: { list: CustomList }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [text, setText] = useState('')
  useRecovery(`lists/rows/${list.id}`, text || null, setText)
  const search = useDebouncedValue(text.trim())
  const query = useQuery(
    api.customLists.rows.queryOptions({
      input: {
        environmentId: environment.id,
        listId: list.id,
        version: list.version,
        search,
        limit: listLimits.preview,
      },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Input
        size="sm"
        type="search"
        start={<Icon icon={Search} size={12} />}
        value={text}
        aria-label={intl.formatMessage({ id: 'Lists.Rows.Search' })}
        placeholder={intl.formatMessage({ id: 'Lists.Rows.Search' })}
        onChange={event => setText(event.target.value.slice(0, 200))}
        onClear={() => setText('')}
      />
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <PanelSkeleton />
      ) : query.data.matches === 0 ? (
        <p role="status" className="text-fg-secondary">
          <FormattedMessage id={search === '' ? 'Lists.Rows.Empty' : 'Lists.Rows.None'} />
        </p>
      ) : (
        <RowsGrid fill columns={query.data.columns} rows={query.data.rows} total={query.data.matches} />
      )}
    </div>
  )
}
