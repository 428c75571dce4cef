import { X509Certificate } from 'node:crypto'
import type { ReadCertificate } from '../../../ports/certificates.ts'

const messages = {
  'certificate.privateKey': 'This file holds a private key, which stays with the client: give the certificate alone.',
  'certificate.unreadable': 'This file is not a public key certificate.',
  'certificate.weakKey':
    'The key of the certificate has to be RSA of at least 2048 bits, or elliptic on the curve P-256.',
  'certificate.expired': 'The certificate has expired.',
} as const
const refused = (fault: keyof typeof messages) => ({ fault, message: messages[fault] })

/** Reads the certificate of a client; otherwise returns what is wrong with the file. */
export const readCertificate: ReadCertificate = (file, now) => {
  const text = Buffer.from(file).toString('latin1')
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return refused('certificate.privateKey')
  const count = text.split('-----BEGIN CERTIFICATE-----').length - 1
  if (count > 1)
    return {
      fault: 'certificate.several',
      message: `This file holds ${count} certificates: give the one of the client alone.`,
    }
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(file)
  } catch {
    return refused('certificate.unreadable')
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  const usable =
    type === 'rsa' ? (details?.modulusLength ?? 0) >= 2048 : type === 'ec' && details?.namedCurve === 'prime256v1'
  if (!usable) return refused('certificate.weakKey')
  const expires = new Date(certificate.validTo)
  if (expires <= now) return refused('certificate.expired')
  const plain = (fingerprint: string) => fingerprint.replaceAll(':', '')
  return {
    pem: certificate.toString(),
    thumbprint: plain(certificate.fingerprint),
    thumbprintSha256: plain(certificate.fingerprint256),
    subject: certificate.subject.split('\n').join(', '),
    expires,
  }
}
