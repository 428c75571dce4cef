import type { CertificateFacts } from '../../contract/index.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { ClientCertificate } from '../../ports/certificates.ts'

type CertificateCall = Pick<ConsoleContext, 'readCertificate' | 'ports'>

/** Returns the certificate of a PEM text. @throws ValidationError with the fault as its code */
export function requireCertificate({ readCertificate, ports }: CertificateCall, text: string): ClientCertificate {
  if (readCertificate === null)
    throw new ValidationError(['certificate'], 'Certificates cannot be read here.', { code: 'certificate.unavailable' })
  const read = readCertificate(new TextEncoder().encode(text), ports.clock())
  if ('fault' in read) throw new ValidationError(['certificate'], read.message, { code: read.fault })
  return read
}

/** Returns what identifies a certificate before it is registered. */
export function describeCertificate(call: CertificateCall, text: string): CertificateFacts {
  const { subject, thumbprint, expires } = requireCertificate(call, text)
  return { subject, thumbprint, expiresAt: expires.toISOString() }
}
