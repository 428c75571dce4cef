import { CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { lastCorrelationId } from '../../platform/api/correlation-ids.ts'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { productId, siteConfiguration } from '../../platform/site/site-configuration.ts'

/** The facts that support needs, as lines of text. */
export function useInstallationText(): string {
  const { session, environment } = useEnvironments()
  return [
    `build: ${siteConfiguration().build}`,
    `product: ${productId}`,
    `tenant: ${session.tenant.id}`,
    `environment: ${environment?.id ?? ''}`,
    `correlation id: ${lastCorrelationId() ?? ''}`,
  ].join('\n')
}

/** The facts that support needs: build, product, tenant, environment, and the last failure. */
export function InstallationFacts() {
  const intl = useIntl()
  const { session, environment } = useEnvironments()
  const failure = lastCorrelationId()
  const term = (id: string) => intl.formatMessage({ id })
  return (
    <KeyValueList termWidth="lg">
      <KeyValue term={term('Shell.About.Build')}>
        <bdi dir="ltr">{siteConfiguration().build}</bdi>
      </KeyValue>
      <KeyValue term={term('Shell.About.Product')}>
        <bdi dir="ltr">{productId}</bdi>
      </KeyValue>
      <KeyValue term={term('Shell.About.Tenant')}>
        <bdi>{session.tenant.name}</bdi>
      </KeyValue>
      <KeyValue term={term('Shell.About.Environment')}>
        {environment ? <CopyableId value={environment.id} label={term('Shell.About.Environment')} /> : null}
      </KeyValue>
      <KeyValue term={term('Shell.About.Failure')}>
        {failure ? (
          <CopyableId value={failure} label={term('Shell.About.Failure')} />
        ) : (
          <FormattedMessage id="Shell.About.None" />
        )}
      </KeyValue>
    </KeyValueList>
  )
}
