/** A client's certificate as it is stored: the public part, PEM, and its thumbprints in upper-case hex. */
export interface ClientCertificate {
  pem: string
  thumbprint: string
  thumbprintSha256: string
  /** The distinguished name, one part after another. */
  subject: string
  expires: Date
}

/** Why a file cannot be registered as the certificate of a client. */
type CertificateFault =
  | 'certificate.privateKey'
  | 'certificate.several'
  | 'certificate.unreadable'
  | 'certificate.weakKey'
  | 'certificate.expired'

/** Reads a .cer, .crt or .pem file, PEM or DER. */
export type ReadCertificate = (
  file: Uint8Array,
  now: Date,
) => ClientCertificate | { fault: CertificateFault; message: string }
