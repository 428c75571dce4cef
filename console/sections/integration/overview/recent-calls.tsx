import { Card, CardHeader, createColumns, Link, SimpleTable, useFormat } from '@assay/design-system'
import type { IntegrationOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { apiDefinitions } from '../apis/api-definitions.ts'

type RecentCall = IntegrationOverview['recent'][number]
const columns = createColumns<RecentCall>()

/** The third step: the latest calls with their codes. */
export function RecentCalls({ recent }: Pick<IntegrationOverview, 'recent'>) {
  const intl = useIntl()
  const href = useHref()
  const format = useFormat()
  const seesFigures = useCan()('apimanagement')
  const title = intl.formatMessage({ id: 'Integration.Step.Calls' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={title}
        actions={
          seesFigures ? (
            <Link asChild>
              <RouterLink to={href('/data/apimanagement/requests')}>
                <FormattedMessage id="ApiManagement.Title" />
              </RouterLink>
            </Link>
          ) : undefined
        }
      />
      <SimpleTable
        label={title}
        gutter="card"
        empty={<FormattedMessage id="Integration.Calls.None" />}
        columns={[
          columns.text('minute', {
            labelId: 'Integration.Calls.Minute',
            value: ({ minute }) => format.time(minute, 'UTC'),
          }),
          columns.text('api', {
            labelId: 'Integration.Calls.Api',
            value: ({ apiName }) =>
              apiDefinitions.find(each => each.apiName === apiName)?.id ?? apiName.split('/').slice(1).join('/'),
          }),
          columns.text('status', { labelId: 'Common.Status', value: ({ status }) => String(status) }),
          columns.number('calls', { labelId: 'Integration.Calls.Count', value: ({ calls }) => calls }),
        ]}
        rows={recent}
        getRowId={({ minute, apiName, status }) => `${minute} ${apiName} ${status}`}
      />
    </Card>
  )
}
