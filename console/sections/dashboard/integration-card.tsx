import { Card, CardBody, CardHeader, CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import type { Dashboard } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { IntegrationPlaceholder } from './integration-placeholder.tsx'

/** What an API client needs: endpoint, tenant, environment, client. */
export function IntegrationCard({ data }: { data: Dashboard | undefined }) {
  const intl = useIntl()
  const fact = (id: 'Endpoint' | 'TenantId' | 'EnvironmentId' | 'Client', value: string) => (
    <KeyValue term={<FormattedMessage id={`Dashboard.Integration.${id}`} />}>
      <CopyableId value={value} label={intl.formatMessage({ id: `Dashboard.Integration.${id}` })} />
    </KeyValue>
  )
  if (!data) return <IntegrationPlaceholder />
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Dashboard.Integration.Title" />} />
      <CardBody>
        <KeyValueList columns={2}>
          {fact('Endpoint', data.environment.apiEndpoint)}
          {fact('TenantId', data.environment.tenantId)}
          {fact('EnvironmentId', data.environment.environmentId)}
          {data.environment.apiClients[0] === undefined ? null : fact('Client', data.environment.apiClients[0])}
        </KeyValueList>
      </CardBody>
    </Card>
  )
}
