import { CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { GeographyName } from '../../../platform/environments/geography-name.tsx'
import { buildVersion } from '../../../platform/session/accounts.ts'
import { firstGeography } from './first-geography.ts'

/** Facts of the tenant and of this installation. */
export function TenantFacts() {
  const intl = useIntl()
  const { session, environments } = useEnvironments()
  const { id, name, roleFamily } = session.tenant
  const geography = firstGeography(environments)
  return (
    <KeyValueList termWidth="lg">
      <KeyValue term={<FormattedMessage id="Shell.About.Tenant" />}>
        <bdi>{name}</bdi>
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Dashboard.Integration.TenantId" />}>
        <CopyableId value={id} label={intl.formatMessage({ id: 'Dashboard.Integration.TenantId' })} wrap />
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Admin.General.Geography" />}>
        {geography === null ? null : <GeographyName geography={geography} />}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Admin.General.RoleFamily" />}>
        <FormattedMessage id={`Admin.General.RoleFamily.${roleFamily}`} />
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Shell.About.Build" />}>
        <CopyableId value={buildVersion()} label={intl.formatMessage({ id: 'Shell.About.Build' })} />
      </KeyValue>
    </KeyValueList>
  )
}
