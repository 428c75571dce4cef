import { Button, Callout, CopyableId, useFormat, useNow } from '@assay/design-system'
import {
  type Application,
  type ApplicationCredential,
  applicationLimits,
  newSecret,
} from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isAmbiguous } from '../../../../platform/api/api-error.ts'
import { api, client } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../../platform/offline/connection.ts'
import { refusalOf } from './application-errors.ts'
import { CertificateForm } from './certificate-form.tsx'
import { CredentialList } from './credential-list.tsx'
import { CredentialRemoval } from './credential-removal.tsx'
import { validOf } from './credential-times.ts'
import { RehearsalDialog } from './rehearsal-dialog.tsx'

interface CredentialsProps extends Pick<Application, 'clientId' | 'credentials'> {
  /** Whether the user may add credentials. */
  mayCreate: boolean
}

/** Secrets and certificates of an application: one is replaced by adding another one, and removing the first. */
export function Credentials({ clientId, credentials, mayCreate }: CredentialsProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const now = useNow()
  const [added, setAdded] = useState<string | null>(null)
  /** Sent, without an answer yet: another attempt is the same call, so that no secret is stored that nobody has. */
  const [unanswered, setUnanswered] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isRegistering, setRegistering] = useState(false)
  const [removed, setRemoved] = useState<ApplicationCredential | null>(null)
  const [rehearsed, setRehearsed] = useState<ApplicationCredential | null>(null)
  const adding = useApiMutation({
    mutationFn: (secret: string) => client.applications.addSecret({ environmentId, clientId, secret }),
    invalidates: [api.applications.key()],
    onSuccess: (_answer, secret) => {
      setRefusal(null)
      setUnanswered(null)
      setAdded(secret)
    },
    onError: error => {
      const refused = refusalOf(error)
      if (!isAmbiguous(error)) setUnanswered(null)
      setRefusal(refused)
      return refused !== null
    },
  })
  const nameOf = ({ kind, createdAt }: ApplicationCredential) =>
    `${intl.formatMessage({ id: `Applications.Kind.${kind}` })}, ${format.dateTime(createdAt, 'UTC')}`
  const secrets = validOf(credentials, now).filter(({ kind }) => kind === 'secret').length
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        <FormattedMessage id="Applications.Credentials" />
      </h3>
      {refusal === null ? null : (
        <Callout tone="danger" live>
          <FormattedMessage id={refusal} />
        </Callout>
      )}
      {added === null ? null : (
        <Callout tone="warning" live>
          <p>
            <FormattedMessage id="Applications.Secret.Once" />
          </p>
          <CopyableId value={added} label={intl.formatMessage({ id: 'Applications.Secret' })} wrap />
        </Callout>
      )}
      <CredentialList credentials={credentials} nameOf={nameOf} onRehearse={setRehearsed} onRemove={setRemoved} />
      <p className="text-xs text-fg-muted">
        <FormattedMessage
          id={mayCreate ? 'Applications.Rotation' : 'Applications.DirectoryRole'}
          values={{ limit: applicationLimits.secrets }}
        />
      </p>
      {isRegistering ? (
        <CertificateForm clientId={clientId} onClose={() => setRegistering(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            loading={adding.isPending}
            disabled={offline || !mayCreate || (unanswered === null && secrets >= applicationLimits.secrets)}
            onClick={() => {
              const secret = unanswered ?? newSecret()
              setUnanswered(secret)
              adding.mutate(secret)
            }}
          >
            <FormattedMessage id="Applications.Secret.Add" />
          </Button>
          <Button size="sm" disabled={offline || !mayCreate} onClick={() => setRegistering(true)}>
            <FormattedMessage id="Applications.Certificate.Add" />
          </Button>
        </div>
      )}
      <CredentialRemoval clientId={clientId} removed={removed} nameOf={nameOf} onClose={() => setRemoved(null)} />
      {rehearsed === null ? null : (
        <RehearsalDialog
          clientId={clientId}
          credentialId={rehearsed.id}
          name={nameOf(rehearsed)}
          onClose={() => setRehearsed(null)}
        />
      )}
    </section>
  )
}
