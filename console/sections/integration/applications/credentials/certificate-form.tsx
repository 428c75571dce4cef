import { Button } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../../platform/offline/connection.ts'
import { refusalOf } from './application-errors.ts'
import { CertificateField } from './certificate-field.tsx'
import { useCertificate } from './use-certificate.ts'

interface CertificateFormProps {
  clientId: string
  onClose: () => void
}

/** Adds a certificate to an application. */
export function CertificateForm({ clientId, onClose }: CertificateFormProps) {
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const certificate = text.trim()
  const { facts, error, reading } = useCertificate(certificate)
  const adding = useApiMutation({
    mutationFn: () => client.applications.addCertificate({ environmentId, clientId, certificate }),
    invalidates: [api.applications.list.key()],
    onSuccess: onClose,
    onError: failure => {
      const refused = refusalOf(failure)
      setRefusal(refused)
      return refused !== null
    },
  })
  return (
    <div className="flex flex-col gap-3 rounded-control border border-line p-3">
      <CertificateField
        text={text}
        facts={facts}
        error={refusal ?? error}
        onText={changed => {
          setRefusal(null)
          setText(changed)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          loading={adding.isPending || reading}
          disabled={offline || facts === null}
          onClick={() => adding.mutate()}
        >
          <FormattedMessage id="Applications.Certificate.Register" />
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          <FormattedMessage id="Common.Cancel" />
        </Button>
      </div>
    </div>
  )
}
