import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryBoundary } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { OutgoingPerformancePage } from '../../../platform/outgoing-requests/outgoing-performance-page.tsx'

/** Questions to the database of a list, and its errors, over time. */
export function DatabaseListPerformancePage({ listId }: { listId: string }) {
  const intl = useIntl()
  const href = useHref()
  const environmentId = useEnvironment().id
  const query = useQuery(api.customLists.get.queryOptions({ input: { environmentId, listId }, staleTime: 5_000 }))
  const lists = '/data/lists/custom'
  return (
    <QueryBoundary query={query} shape="page">
      {({ name }) => (
        <OutgoingPerformancePage
          name={name}
          queryKey={[...api.databaseLists.performance.key(), environmentId, listId]}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'lists', label: intl.formatMessage({ id: 'Lists.Title' }), href: href(lists) },
            { id: 'list', label: name, href: href(lists, new URLSearchParams({ list: listId, tab: 'connection' })) },
            { id: 'performance', label: intl.formatMessage({ id: 'OutgoingRequests.Performance' }) },
          ]}
          load={range => client.databaseLists.performance({ environmentId, listId, ...range })}
        />
      )}
    </QueryBoundary>
  )
}
