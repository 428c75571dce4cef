import { Card, CardBody, CardHeader, CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import type { ApiConfiguration } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment } from './environments.tsx'

/** Addresses and ids that a client needs to call the environment, each with a button that copies it. */
export function EnvironmentFacts({ facts }: { facts: ApiConfiguration }) {
  const intl = useIntl()
  const { friendlyName } = useEnvironment()
  const { kind, environmentId, tenantId, apiEndpoint, apiPath } = facts
  const fact = (id: string, value: string) => (
    <KeyValue term={<FormattedMessage id={id} />}>
      <CopyableId value={value} label={intl.formatMessage({ id })} wrap />
    </KeyValue>
  )
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Integration.Facts" />} />
      <CardBody className="flex flex-col gap-2">
        <p className="text-sm">
          <FormattedMessage
            id={`Integration.Facts.${kind}`}
            values={{ environment: <bdi key="environment">{friendlyName}</bdi> }}
          />
        </p>
        <KeyValueList>
          {fact('Dashboard.Integration.EnvironmentId', environmentId)}
          {fact('Dashboard.Integration.TenantId', tenantId)}
          {fact('Dashboard.Integration.Endpoint', apiEndpoint)}
          {fact('Applications.Scope', `${apiEndpoint}/.default`)}
          {fact('Integration.Facts.FingerprintId', environmentId)}
          {apiPath === null ? null : fact('Integration.Facts.ApiPath', apiPath)}
        </KeyValueList>
      </CardBody>
    </Card>
  )
}
