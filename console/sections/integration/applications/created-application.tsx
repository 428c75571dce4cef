import {
  Button,
  Callout,
  Card,
  CardBody,
  CardHeader,
  CopyableId,
  KeyValue,
  KeyValueList,
  SkeletonRows,
} from '@assay/design-system'
import type { Application, DashboardIntegration } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'
import { Code } from '../shared/code.tsx'
import { assertionRequest } from '../snippets/assertion-request.ts'
import { firstPurchase } from '../snippets/first-purchase.ts'
import { snippetOf } from '../snippets/snippets.ts'
import { x5tOf } from './credentials/certificate-file.ts'

interface CreatedApplicationProps {
  application: Application
  /** Null: it proves itself by a certificate. */
  secret: string | null
  onAnother: () => void
}

/** What a new application needs, with its secret, and commands that send the first purchase as they stand. */
export function CreatedApplication({ application, secret, onAnother }: CreatedApplicationProps) {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.dashboard.integration.queryOptions({ input: { environmentId }, staleTime: 300_000 }))
  const integration = query.data as DashboardIntegration | undefined
  const thumbprint = application.credentials[0]?.thumbprint ?? null
  const fact = (id: string, value: string) => (
    <KeyValue term={<FormattedMessage id={id} />}>
      <CopyableId value={value} label={intl.formatMessage({ id })} wrap />
    </KeyValue>
  )
  return (
    <>
      <Card>
        <CardHeader
          title={<FormattedMessage id="Queues.Created" values={{ name: <bdi key="name">{application.name}</bdi> }} />}
        />
        <CardBody className="flex flex-col gap-4">
          {secret === null ? null : (
            <Callout tone="warning" live>
              <FormattedMessage id="Applications.Secret.Once" />
            </Callout>
          )}
          <KeyValueList>
            {fact('Applications.Id', application.clientId)}
            {secret !== null
              ? fact('Applications.Secret', secret)
              : thumbprint !== null
                ? fact('Applications.Thumbprint', thumbprint)
                : null}
            {integration === undefined ? null : (
              <>
                {fact('Dashboard.Integration.TenantId', integration.tenantId)}
                {fact('Dashboard.Integration.EnvironmentId', environmentId)}
                {fact('Dashboard.Integration.Endpoint', integration.apiEndpoint)}
                {fact('Applications.TokenUrl', `${integration.apiEndpoint}/${integration.tenantId}/oauth2/v2.0/token`)}
                {fact('Applications.Scope', `${integration.apiEndpoint}/.default`)}
              </>
            )}
          </KeyValueList>
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={<FormattedMessage id={secret === null ? 'Applications.First.Commands' : 'Dashboard.First.Title'} />}
        />
        <CardBody className="flex flex-col gap-3">
          <p className="max-w-prose text-sm">
            {thumbprint === null ? (
              <FormattedMessage id="Applications.First.Text" />
            ) : (
              <FormattedMessage
                id="Applications.First.Certificate"
                values={{ header: <Code key="header" text={`"x5t": "${x5tOf(thumbprint)}"`} /> }}
              />
            )}
          </p>
          {query.isError && integration === undefined ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : integration === undefined ? (
            <SkeletonRows rows={4} />
          ) : (
            <CopyableCode
              label={intl.formatMessage({ id: 'Applications.First.Commands' })}
              code={
                secret === null
                  ? assertionRequest({ ...integration, clientId: application.clientId })
                  : snippetOf('curl', {
                      endpoint: integration.apiEndpoint,
                      tenantId: integration.tenantId,
                      environmentId,
                      clientId: application.clientId,
                      clientSecret: secret,
                      ...firstPurchase(application.createdAt),
                    })
              }
            />
          )}
        </CardBody>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <RouterLink to={href('/aadapp/manage')}>
            <FormattedMessage id="Applications.Title" />
          </RouterLink>
        </Button>
        <Button variant="ghost" onClick={onAnother}>
          <FormattedMessage id="Applications.CreateAnother" />
        </Button>
      </div>
    </>
  )
}
