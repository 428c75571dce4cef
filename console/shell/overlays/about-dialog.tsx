import { Button, CopyableId, Dialog, DialogContent, KeyValue, KeyValueList, useToast } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { lastCorrelationId } from '../../platform/api/correlation-ids.ts'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { productId, siteConfiguration } from '../../platform/site/site-configuration.ts'

/** The build of this console, and the ids that support needs. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const { session, environment } = useEnvironments()
  const { build } = siteConfiguration()
  const failure = lastCorrelationId()
  const copy = () => {
    const details = [
      `build: ${build}`,
      `product: ${productId}`,
      `tenant: ${session.tenant.id}`,
      `environment: ${environment?.id ?? ''}`,
      `correlation id: ${failure ?? ''}`,
    ].join('\n')
    navigator.clipboard.writeText(details).then(
      () => toast({ title: intl.formatMessage({ id: 'Shell.About.Copied' }) }),
      () => undefined,
    )
  }
  const term = (id: string) => intl.formatMessage({ id })
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="sm"
        title={<FormattedMessage id="Shell.About.Title" />}
        description={<FormattedMessage id="Shell.About.Description" />}
        footer={
          <Button variant="primary" onClick={copy}>
            <FormattedMessage id="Shell.About.Copy" />
          </Button>
        }
      >
        <KeyValueList termWidth="lg">
          <KeyValue term={term('Shell.About.Build')}>
            <bdi dir="ltr">{build}</bdi>
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
      </DialogContent>
    </Dialog>
  )
}
