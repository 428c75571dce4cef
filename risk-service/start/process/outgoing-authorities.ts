import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { StartError } from '../../kernel/errors/start-error.ts'

/**
 * The certificate authorities of the installation, together with those that Node trusts.
 *
 * @throws StartError when the file cannot be read or holds no certificate.
 */
export function readAuthorities(file: string): string {
  let certificates: string
  try {
    certificates = readFileSync(file, 'utf8')
  } catch {
    throw new StartError('setting-invalid', `The file ${file} of ASSAY_OUTGOING_CA cannot be read.`)
  }
  if (!certificates.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartError('setting-invalid', `The file ${file} of ASSAY_OUTGOING_CA holds no certificate in PEM form.`)
  return [...rootCertificates, certificates].join('\n')
}
