import { Button, Callout, Dialog, DialogContent, Field, Link, Select, useToast } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { InstallationFacts, useInstallationText } from './installation-facts.tsx'

const severities = ['A', 'B', 'C'] as const
type Severity = (typeof severities)[number]

/**
 * A request for support: copies what support needs, and opens the page that an administrator has set. Nothing is sent
 * from here.
 */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const href = useHref()
  const { environment } = useEnvironments()
  const facts = useInstallationText()
  const [severity, setSeverity] = useState<Severity>('C')
  const { data } = useQuery(
    api.externalTiles.list.queryOptions({
      input: { environmentId: environment?.id ?? '' },
      enabled: environment !== null,
      staleTime: 300_000,
    }),
  )
  const address = data?.builtIn.support ?? null
  const open = () => {
    if (address === null) return
    navigator.clipboard.writeText(`severity: ${severity}\n${facts}`).then(
      () => toast({ title: intl.formatMessage({ id: 'Shell.About.Copied' }) }),
      () => toast({ tone: 'warning', title: intl.formatMessage({ id: 'Shell.Support.NotCopied' }) }),
    )
    window.open(address, '_blank', 'noopener,noreferrer')
  }
  return (
    <Dialog
      open
      onOpenChange={shown => {
        if (!shown) onClose()
      }}
    >
      <DialogContent
        size="sm"
        title={<FormattedMessage id="Shell.Help.Support" />}
        description={<FormattedMessage id="Shell.Support.Description" />}
        footer={
          <Button variant="primary" disabled={address === null} onClick={open}>
            <FormattedMessage id="Shell.Support.Open" />
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          {data !== undefined && address === null ? (
            <Callout tone="warning" title={<FormattedMessage id="Shell.Support.Missing" />}>
              <Link asChild>
                <RouterLink to={href('/adminsettings', new URLSearchParams({ tab: 'general' }))} onClick={onClose}>
                  <FormattedMessage id="Shell.Support.Set" />
                </RouterLink>
              </Link>
            </Callout>
          ) : null}
          <Field label={<FormattedMessage id="Shell.Support.Severity" />}>
            <Select
              options={severities.map(value => ({
                value,
                label: intl.formatMessage({ id: `Shell.Support.Severity.${value}` }),
              }))}
              value={severity}
              onValueChange={setSeverity}
            />
          </Field>
          <InstallationFacts />
        </div>
      </DialogContent>
    </Dialog>
  )
}
