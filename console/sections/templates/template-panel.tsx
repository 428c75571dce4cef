import { KeyValue, KeyValueList, SidePanel, Skeleton, useFormat } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { ContentsView } from '../../platform/templates/contents-view.tsx'
import { templateQueries } from '../../platform/templates/template-procedures.ts'

/** A template with what is in it. */
export function TemplatePanel({
  template,
  commands,
  onClose,
}: {
  template: Template
  commands: ReactNode
  onClose: () => void
}) {
  const format = useFormat()
  const environment = useEnvironment()
  const query = useQuery(
    (templateQueries[template.kind] as typeof api.ruleTemplates).get.queryOptions({
      input: { environmentId: environment.id, templateId: template.id },
      staleTime: 60_000,
    }),
  )
  return (
    <SidePanel title={<bdi>{template.name}</bdi>} onClose={onClose}>
      <div className="flex flex-col gap-4 p-4">
        <div className="flex flex-wrap gap-2">{commands}</div>
        <KeyValueList termWidth="sm">
          <KeyValue term={<FormattedMessage id="Templates.Column.Kind" />}>
            <FormattedMessage id={`Templates.Kind.${template.kind}`} />
          </KeyValue>
          {template.description === '' ? null : (
            <KeyValue term={<FormattedMessage id="Common.Description" />}>
              <bdi className="wrap-anywhere">{template.description}</bdi>
            </KeyValue>
          )}
          <KeyValue term={<FormattedMessage id="Templates.Column.Source" />}>
            <bdi className="wrap-anywhere">{template.source}</bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Templates.Column.CreatedBy" />}>
            <FormattedMessage
              id="Common.UserAndTime"
              values={{ user: <bdi key="user">{template.createdBy}</bdi>, time: format.dateTime(template.createdAt) }}
            />
          </KeyValue>
        </KeyValueList>
        {query.data ? (
          <ContentsView contents={query.data.contents} />
        ) : query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-2 w-1/2" />
          </div>
        )}
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id={`Templates.Where.${template.kind}`} />
        </p>
      </div>
    </SidePanel>
  )
}
