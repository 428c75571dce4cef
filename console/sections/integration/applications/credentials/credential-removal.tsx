import { Checkbox, useFormat } from '@assay/design-system'
import type { ApplicationCredential } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RemoveDialog } from '../../../../platform/alerts/remove-dialog.tsx'
import { api, client } from '../../../../platform/api/client.ts'
import { serverNow } from '../../../../platform/api/server-clock.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { useEndingText, useRemovalUse } from './use-application-use.ts'

/** Milliseconds for which a token is accepted at most: an hour, and five minutes for clocks that differ. */
const tokenMs = 65 * 60_000

interface CredentialRemovalProps {
  clientId: string
  /** Null while the dialog is closed. */
  removed: ApplicationCredential | null
  nameOf: (credential: ApplicationCredential) => string
  onClose: () => void
}

/** Asks before a credential is deleted: who still calls with it, and whether its tokens end with their hour or at once. */
export function CredentialRemoval({ clientId, removed, nameOf, onClose }: CredentialRemovalProps) {
  const intl = useIntl()
  const format = useFormat()
  const { id: environmentId } = useEnvironment()
  const [ends, setEnds] = useState(false)
  const { consequences, rate, ...use } = useRemovalUse(removed === null ? null : clientId, removed?.id)
  const endingText = useEndingText()
  const outcome = ends
    ? endingText(rate)
    : intl.formatMessage(
        { id: 'Applications.Tokens.Expire' },
        { time: format.time(serverNow() + tokenMs, 'UTC', false) },
      )
  return (
    <RemoveDialog
      removed={removed}
      nameOf={nameOf}
      titleOf={() => 'Applications.Credential.Remove'}
      remove={({ id }) =>
        client.applications.removeCredential({
          environmentId,
          clientId,
          credentialId: id,
          tokens: ends ? 'end' : 'expire',
        })
      }
      invalidates={[api.applications.key()]}
      consequences={[...consequences, outcome]}
      options={
        <Checkbox
          label={<FormattedMessage id="Applications.Tokens.End" />}
          description={<FormattedMessage id="Applications.Tokens.End.Text" />}
          checked={ends}
          onCheckedChange={checked => setEnds(checked === true)}
        />
      }
      {...use}
      onClose={() => {
        setEnds(false)
        onClose()
      }}
    />
  )
}
