import {
  Card,
  CardBody,
  CardHeader,
  CopyableId,
  createColumns,
  KeyValue,
  KeyValueList,
  Link,
  SimpleTable,
} from '@assay/design-system'
import type { IntegrationOverview } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'
import { tokenUrlOf } from '../snippets/api-call.ts'
import { tokenRequest } from '../snippets/snippets.ts'

interface SentHeader {
  name: string
  value: string
  need: 'Required' | 'Recommended' | 'Optional'
  meaning: string
}
const columns = createColumns<SentHeader>()

/** Where a token comes from, and the headers that a call sends. */
export function ConnectionCard({ overview }: { overview: IntegrationOverview }) {
  const intl = useIntl()
  const href = useHref()
  const may = useCan()('integration.apps')
  const { apiEndpoint: endpoint, tenantId, environmentId } = overview
  const fact = (id: string, value: string) => (
    <KeyValue term={<FormattedMessage id={id} />}>
      <CopyableId value={value} label={intl.formatMessage({ id })} wrap />
    </KeyValue>
  )
  const request = intl.formatMessage({ id: 'Integration.Api.TokenRequest' })
  const headers = intl.formatMessage({ id: 'Calls.Headers' })
  const header = (name: string, value: string, need: SentHeader['need'], id: string): SentHeader => ({
    name,
    value,
    need,
    meaning: intl.formatMessage({ id: `Integration.Header.${id}` }),
  })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={<FormattedMessage id="Applications.Authentication" />}
        actions={
          may ? (
            <Link asChild>
              <RouterLink to={href('/aadapp/manage')}>
                <FormattedMessage id="Applications.Title" />
              </RouterLink>
            </Link>
          ) : undefined
        }
      />
      <CardBody className="grid min-w-0 gap-4 lg:grid-cols-2">
        <KeyValueList>
          {fact('Dashboard.Integration.TenantId', tenantId)}
          {fact('Applications.TokenUrl', tokenUrlOf({ endpoint, tenantId }))}
          {fact('Applications.Scope', `${endpoint}/.default`)}
        </KeyValueList>
        <CopyableCode label={request} code={tokenRequest({ endpoint, tenantId })} />
      </CardBody>
      <SimpleTable
        label={headers}
        gutter="card"
        narrow="cards"
        columns={[
          columns.text('name', { label: headers, rowHeader: true, mono: true, value: ({ name }) => name }),
          columns.text('value', { labelId: 'Lists.Column.Value', mono: true, size: 320, value: ({ value }) => value }),
          columns.text('need', {
            labelId: 'Integration.Header.Need',
            value: ({ need }) => intl.formatMessage({ id: `Integration.Badge.${need}` }),
          }),
          columns.text('meaning', { labelId: 'Common.Description', size: 320, value: ({ meaning }) => meaning }),
        ]}
        rows={[
          header('Authorization', 'Bearer TOKEN', 'Required', 'Token'),
          header('Content-Type', 'application/json', 'Required', 'Type'),
          header('x-ms-dfpenvid', environmentId, 'Recommended', 'Environment'),
          header('x-ms-correlation-id', 'GUID', 'Recommended', 'Correlation'),
          header('x-dfp-diagnostics', 'true', 'Optional', 'Diagnostics'),
        ]}
        getRowId={({ name }) => name}
      />
    </Card>
  )
}
