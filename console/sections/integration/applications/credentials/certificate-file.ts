/** Files that can have a certificate in them. */
export const certificateFiles = '.cer,.crt,.pem,application/x-x509-ca-cert,application/x-pem-file'

const lineLength = 64

/** Whether a text has a private key in it, which must not leave the machine of the application. */
export const hasPrivateKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)

/** Whether a text has a whole certificate in it, as PEM. */
export const isPem = (text: string): boolean => /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text)

/** Returns the content of a file as PEM: a binary certificate (DER) is written in base64, a text stays as it is. */
export function pemOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  if (text.includes('-----BEGIN ')) return text.trim()
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  const lines = base64.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}

/** Returns the thumbprint as the header `x5t` of an assertion has it. */
export const x5tOf = (thumbprint: string): string =>
  btoa((thumbprint.match(/../g) ?? []).map(hex => String.fromCharCode(Number.parseInt(hex, 16))).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
