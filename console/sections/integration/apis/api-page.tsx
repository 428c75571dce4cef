import {
  Card,
  CardBody,
  CardHeader,
  CopyableId,
  Link,
  PageHeader,
  SegmentedControl,
  SkeletonRows,
} from '@assay/design-system'
import type { IntegrationOverview } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { NotFoundPage } from '../../../platform/errors/not-found-page.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'
import { defaultedParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { useOverview } from '../shared/use-overview.ts'
import { clientPlaceholder, secretPlaceholder } from '../snippets/api-call.ts'
import { snippetLanguageNames, snippetLanguages, snippetOf } from '../snippets/snippets.ts'
import { ActivityCard } from './activity-card.tsx'
import { AnswersCard } from './answers-card.tsx'
import { type ApiDefinition, findApi } from './api-definitions.ts'
import { type ApiDescription, describeApi } from './api-description.ts'
import { ConnectionCard } from './connection-card.tsx'
import { FieldTable } from './field-table.tsx'
import { freshSample, pathOf } from './fresh-sample.ts'
import { TryCard } from './try-card.tsx'
import { riskApiDescription, useApiDocument } from './use-api-document.ts'

/** One API of the product: where it is, what it takes and answers, programs that call it, and a call to try. */
export function Component() {
  const { id = '' } = useParams()
  const definition = findApi(id)
  return definition === undefined ? <NotFoundPage /> : <ApiPage key={definition.id} definition={definition} />
}

function ApiPage({ definition }: { definition: ApiDefinition }) {
  const intl = useIntl()
  const href = useHref()
  useTitle(definition.id)
  useTitleFocus()
  const document = useApiDocument()
  const { overview, ...query } = useOverview()
  const description = document.data === undefined ? undefined : describeApi(document.data, definition.id)
  const state = overview?.apis.find(({ apiName }) => apiName === definition.apiName)?.state ?? 'none'
  const failed = [document, query].find(({ isError, data }) => isError && data === undefined)
  return (
    <div className="flex flex-col">
      <PageHeader
        title={<bdi dir="ltr">{definition.id}</bdi>}
        breadcrumb={[
          { id: 'integration', label: intl.formatMessage({ id: 'Integration.Title' }), href: href('/integration') },
          { id: 'api', label: definition.id },
        ]}
        meta={overview === undefined ? undefined : <FormattedMessage id={`Integration.State.${state}`} />}
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {failed !== undefined ? (
          <QueryError error={failed.error} onRetry={() => void failed.refetch()} />
        ) : overview === undefined || document.data === undefined ? (
          <SkeletonRows rows={8} />
        ) : description === undefined ? (
          <p className="text-fg-secondary">
            <FormattedMessage id="Integration.Api.Missing" />
          </p>
        ) : (
          <ApiDetails definition={definition} description={description} overview={overview} />
        )}
      </div>
    </div>
  )
}

interface ApiDetailsProps {
  definition: ApiDefinition
  description: ApiDescription
  overview: IntegrationOverview
}

/** The method of every API. */
const apiMethod = 'POST'
const searchSchema = { language: defaultedParameter(snippetLanguages, 'curl') }

function ApiDetails({ definition, description, overview }: ApiDetailsProps) {
  const intl = useIntl()
  const seesFigures = useCan()('apimanagement')
  const [{ language }, setSearch] = useSearchState(searchSchema)
  // One id and time for all programs of a visit.
  const [body] = useState(() =>
    freshSample(definition.id, description.sample, { id: crypto.randomUUID(), at: new Date().toISOString() }),
  )
  const path = pathOf(description.path, body)
  const { apiEndpoint, tenantId, environmentId } = overview
  const url = `${apiEndpoint}${path}`
  return (
    <>
      <Card>
        <CardBody className="flex flex-col gap-2 pbs-4">
          <p className="text-sm">{description.summary}</p>
          <div className="flex min-w-0 items-center gap-2">
            <code className="text-xs font-semibold">{apiMethod}</code>
            <CopyableId value={url} label={intl.formatMessage({ id: 'Integration.Api.Address' })} wrap />
          </div>
          <p className="flex flex-wrap gap-x-4 text-sm">
            <Link asChild>
              <a href={riskApiDescription}>
                <FormattedMessage id="Integration.Api.Schema" />
              </a>
            </Link>
          </p>
        </CardBody>
      </Card>
      {seesFigures ? <ActivityCard apiName={definition.apiName} /> : null}
      <ConnectionCard overview={overview} />
      <Card className="min-w-0">
        <CardHeader
          title={<FormattedMessage id="Integration.Api.Code" />}
          actions={
            <SegmentedControl
              label={intl.formatMessage({ id: 'Integration.Api.Language' })}
              value={language}
              segments={snippetLanguages.map(value => ({ value, label: snippetLanguageNames[value] }))}
              onValueChange={value => setSearch({ language: value })}
            />
          }
        />
        <CardBody>
          <CopyableCode
            label={intl.formatMessage(
              { id: 'Integration.Api.CodeIn' },
              { language: snippetLanguageNames[language], api: definition.id },
            )}
            code={snippetOf(language, {
              endpoint: apiEndpoint,
              tenantId,
              environmentId,
              clientId: clientPlaceholder,
              clientSecret: secretPlaceholder,
              path,
              body,
            })}
          />
        </CardBody>
      </Card>
      <TryCard
        api={definition.id}
        description={description}
        call={{ endpoint: apiEndpoint, tenantId, environmentId }}
        sample={body}
      />
      <FieldTable titleId="Integration.Api.Request" fields={description.request} />
      <FieldTable titleId="Integration.Api.Answer" fields={description.response} />
      <AnswersCard answers={description.answers} />
    </>
  )
}
