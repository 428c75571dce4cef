import { X509Certificate } from 'node:crypto'
import type { ClientCertificate } from '../../features/applications/client-registry.ts'

const unreadable = 'This file is not a public key certificate.'

/** Reads a .cer, .crt or .pem file, PEM or DER; otherwise returns a message about the fault. */
export function readCertificate(file: Uint8Array, now: Date): ClientCertificate | string {
  const text = Buffer.from(file).toString('latin1')
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return 'This file holds a private key, which stays with the client: give the certificate alone.'
  const count = text.split('-----BEGIN CERTIFICATE-----').length - 1
  if (count > 1) return `This file holds ${count} certificates: give the one of the client alone.`
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(file)
  } catch {
    return unreadable
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  const usable =
    type === 'rsa' ? (details?.modulusLength ?? 0) >= 2048 : type === 'ec' && details?.namedCurve === 'prime256v1'
  if (!usable) return 'The key of the certificate has to be RSA of at least 2048 bits, or elliptic on the curve P-256.'
  const expires = new Date(certificate.validTo)
  if (expires <= now) return 'The certificate has expired.'
  const plain = (fingerprint: string) => fingerprint.replaceAll(':', '')
  return {
    pem: certificate.toString(),
    thumbprint: plain(certificate.fingerprint),
    thumbprintSha256: plain(certificate.fingerprint256),
    expires,
  }
}
