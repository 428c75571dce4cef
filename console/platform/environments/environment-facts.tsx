import { Card, CardBody, CardHeader, CopyableId } from '@assay/design-system'
import type { ApiConfiguration } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment } from './environments.tsx'
import { Fact } from './fact.tsx'

/** Addresses and ids that a client needs to call the environment, each with a button that copies it. */
export function EnvironmentFacts({ facts }: { facts: ApiConfiguration }) {
  const intl = useIntl()
  const { friendlyName } = useEnvironment()
  const { kind, environmentId, tenantId, apiEndpoint, apiPath } = facts
  const fact = (id: string, value: string) => (
    <Fact label={<FormattedMessage id={id} />}>
      <CopyableId value={value} label={intl.formatMessage({ id })} wrap />
    </Fact>
  )
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Integration.Facts" />} />
      <CardBody className="@container flex flex-col gap-2">
        <p className="text-sm">
          <FormattedMessage
            id={`Integration.Facts.${kind}`}
            values={{ environment: <bdi key="environment">{friendlyName}</bdi> }}
          />
        </p>
        {/* One below another: ids are shown whole. */}
        <dl className="grid gap-2 @lg:grid-cols-2">
          {fact('Dashboard.Integration.EnvironmentId', environmentId)}
          {fact('Dashboard.Integration.TenantId', tenantId)}
          {fact('Dashboard.Integration.Endpoint', apiEndpoint)}
          {fact('Applications.Scope', `${apiEndpoint}/.default`)}
          {fact('Integration.Facts.FingerprintId', environmentId)}
          {apiPath === null ? null : fact('Integration.Facts.ApiPath', apiPath)}
        </dl>
      </CardBody>
    </Card>
  )
}
