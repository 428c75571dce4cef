import { applicationLimits, type CertificateFacts } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { certificateErrorOf } from './application-errors.ts'
import { hasPrivateKey, isPem } from './certificate-file.ts'

interface CertificateState {
  /** What identifies it; null: it is not read yet, or cannot be used. */
  facts: CertificateFacts | null
  /** Id of the message why it cannot be used; null: it can, or it is being read. */
  error: string | null
  reading: boolean
}

/** Reads a certificate that is not registered yet. A text with a private key in it is not sent. */
export function useCertificate(text: string): CertificateState {
  const { id: environmentId } = useEnvironment()
  const local = localErrorOf(text)
  const query = useQuery({
    ...api.applications.readCertificate.queryOptions({ input: { environmentId, certificate: text } }),
    enabled: text !== '' && local === null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (text === '' || local !== null) return { facts: null, error: local, reading: false }
  const refused = query.isError
    ? (certificateErrorOf(query.error) ?? 'Applications.Certificate.Error.unavailable')
    : null
  return {
    facts: query.isError ? null : ((query.data as CertificateFacts | undefined) ?? null),
    error: refused,
    reading: query.isFetching,
  }
}

function localErrorOf(text: string): string | null {
  if (text === '') return null
  if (hasPrivateKey(text)) return 'Applications.Certificate.Error.privateKey'
  return !isPem(text) || text.length > applicationLimits.certificate
    ? 'Applications.Certificate.Error.unreadable'
    : null
}
