import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { IntegrationPage } from '../shared/integration-page.tsx'
import { ApplicationList } from './application-list.tsx'
import { CreateLink } from './create-link.tsx'

/** The applications of the environment, as a page of the integration. */
export function Component() {
  const intl = useIntl()
  const writes = useCan()('integration.apps', 'write')
  return (
    <IntegrationPage
      title={intl.formatMessage({ id: 'Applications.Title' })}
      meta={<FormattedMessage id={writes ? 'Applications.Text' : 'Applications.ReadOnly'} />}
      actions={writes ? <CreateLink /> : undefined}
    >
      <ApplicationList writes={writes} />
    </IntegrationPage>
  )
}
