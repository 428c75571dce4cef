import { Card, CardBody, CardHeader, CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { FailedCard } from '../figures/failed-card.tsx'
import { hasFailed } from '../figures/part-query.ts'
import { ConnectionColumns, ConnectionPlaceholder } from './connection-placeholder.tsx'
import { useIntegration } from './use-integration.ts'

/** What an API client needs: where the account is reached, and which instance it calls. */
export function ConnectionCards() {
  const query = useIntegration()
  const { data } = query
  const retry = () => void query.refetch()
  if (data === undefined)
    return hasFailed(query) ? (
      <ConnectionColumns>
        <FailedCard title={<FormattedMessage id="Dashboard.Account.Title" />} onRetry={retry} />
        <FailedCard title={<FormattedMessage id="Dashboard.Integration.Title" />} onRetry={retry} />
      </ConnectionColumns>
    ) : (
      <ConnectionPlaceholder />
    )
  const { apiEndpoint, tenantId, environmentId, apiClients } = data
  return (
    <ConnectionColumns>
      <Card>
        <CardHeader title={<FormattedMessage id="Dashboard.Account.Title" />} />
        <CardBody>
          <KeyValueList>
            <Fact id="Endpoint" value={apiEndpoint} />
            <Fact id="TenantId" value={tenantId} />
          </KeyValueList>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={<FormattedMessage id="Dashboard.Integration.Title" />} />
        <CardBody>
          <KeyValueList>
            <Fact id="EnvironmentId" value={environmentId} />
            {apiClients[0] === undefined ? null : <Fact id="Client" value={apiClients[0]} />}
          </KeyValueList>
        </CardBody>
      </Card>
    </ConnectionColumns>
  )
}

interface FactProps {
  id: 'Endpoint' | 'TenantId' | 'EnvironmentId' | 'Client'
  value: string
}

function Fact({ id, value }: FactProps) {
  const intl = useIntl()
  const messageId = `Dashboard.Integration.${id}`
  return (
    <KeyValue term={<FormattedMessage id={messageId} />}>
      <CopyableId value={value} label={intl.formatMessage({ id: messageId })} />
    </KeyValue>
  )
}
