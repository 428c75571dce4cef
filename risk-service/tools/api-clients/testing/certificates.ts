import { execFileSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import { readCertificate } from '../../../kernel/identity/credentials/client-certificate.ts'
import type { ClientCertificate } from '../../../ports/certificates.ts'

/** A certificate of a client: the part that it registers, and its signing key. */
export interface TestCertificate {
  /** PEM files. */
  certificate: string
  privateKey: string
  der: Buffer
  registered: ClientCertificate
  /** Header members that identify it, as libraries write them. */
  x5t: string
  x5tS256: string
  x5c: string[]
  sign: (header: JWTHeaderParameters, claims: Record<string, unknown>) => Promise<string>
}

const kinds = {
  rsa: ['-newkey', 'rsa:2048'],
  small: ['-newkey', 'rsa:1024'],
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  otherCurve: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const

/** Creates PEM files of a self-signed certificate that is valid for two days, and its key. */
export function createCertificateFiles(kind: keyof typeof kinds): { certificate: string; privateKey: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-client-'))
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        ...kinds[kind],
        '-nodes',
        '-days',
        '2',
        '-keyout',
        'key.pem',
        '-out',
        'cert.pem',
        '-subj',
        '/CN=Shop',
      ],
      { cwd: folder, stdio: 'ignore' },
    )
    return {
      certificate: readFileSync(path.join(folder, 'cert.pem'), 'utf8'),
      privateKey: readFileSync(path.join(folder, 'key.pem'), 'utf8'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function createCertificate(kind: 'rsa' | 'ec' = 'rsa'): TestCertificate {
  const { certificate, privateKey } = createCertificateFiles(kind)
  const registered = readCertificate(Buffer.from(certificate), new Date())
  if ('fault' in registered) throw new Error(registered.message)
  const der = new X509Certificate(certificate).raw
  const base64Url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  return {
    certificate,
    privateKey,
    der,
    registered,
    x5t: base64Url(registered.thumbprint),
    x5tS256: base64Url(registered.thumbprintSha256),
    x5c: [der.toString('base64')],
    sign: (header, claims) => new SignJWT(claims).setProtectedHeader(header).sign(createPrivateKey(privateKey)),
  }
}
