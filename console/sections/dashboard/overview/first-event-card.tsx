import { Button, Card, CardBody, CardHeader, useToast } from '@assay/design-system'
import type { DashboardIntegration } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIntegration } from './use-integration.ts'

/** How to send the first purchase, until one has arrived. */
export function FirstEventCard() {
  const { data } = useIntegration()
  return data === undefined || data.hasEvents ? null : <FirstCommands {...data} />
}

/** Two commands that work as they stand. */
function FirstCommands({ apiEndpoint, tenantId, environmentId, apiClients }: DashboardIntegration) {
  const intl = useIntl()
  const { toast } = useToast()
  const commands = [
    `TOKEN=$(curl -s ${apiEndpoint}/${tenantId}/oauth2/v2.0/token -d grant_type=client_credentials -d client_id=${apiClients[0] ?? 'CLIENT_ID'} -d client_secret=CLIENT_SECRET -d scope=${apiEndpoint}/.default | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${apiEndpoint}/v1.0/MerchantServices/events/Purchase -H "Authorization: Bearer $TOKEN" -H "x-ms-dfpenvid: ${environmentId}" -H "Content-Type: application/json" -d '{"purchaseId":"first-1","merchantLocalDate":"${new Date().toISOString()}","totalAmount":49.9,"currency":"EUR","user":{"userId":"customer-1"},"_metadata":{"trackingId":"first-1","merchantTimeStamp":"${new Date().toISOString()}"}}'`,
  ].join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(commands)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Dashboard.First.Copied' }) })
    } catch {
      toast({ tone: 'danger', title: intl.formatMessage({ id: 'DesignSystem.JsonViewer.CopyFailed' }) })
    }
  }
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Dashboard.First.Title" />}
        actions={
          <Button size="sm" onClick={() => void copy()}>
            <FormattedMessage id="Dashboard.First.Copy" />
          </Button>
        }
      />
      <CardBody className="flex flex-col gap-3">
        <p className="max-w-prose">
          <FormattedMessage id="Dashboard.First.Text" />
        </p>
        {/* Scrolls sideways on its own: reachable by keyboard. */}
        <pre dir="ltr" tabIndex={0} className="overflow-x-auto rounded-control bg-surface-sunken p-3 font-mono text-xs">
          {commands}
        </pre>
      </CardBody>
    </Card>
  )
}
