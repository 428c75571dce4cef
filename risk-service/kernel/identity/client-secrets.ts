/** Hashing of API client secrets. Web Crypto only, so that demo data can be generated on any platform. */
const encoder = new TextEncoder()

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function digest(salt: string, secret: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${salt}.${secret}`))))
}

/**
 * Returns the one-way form of a secret, `sha256$<salt>$<digest>`. Secrets are generated with at least 128 random bits,
 * so a slow hash would protect nothing and would let any caller exhaust the service's CPU through the token endpoint.
 */
export async function hashSecret(
  secret: string,
  salt = toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
): Promise<string> {
  return `sha256$${salt}$${await digest(salt, secret)}`
}

/**
 * Returns true when the secret matches the stored hash; the comparison takes the same time wherever the first
 * difference is.
 */
export async function secretMatches(secret: string, stored: string): Promise<boolean> {
  const [scheme, salt, expected] = stored.split('$')
  if (scheme !== 'sha256' || salt === undefined || expected === undefined) return false
  const actual = await digest(salt, secret)
  let difference = actual.length ^ expected.length
  for (let index = 0; index < actual.length; index++)
    difference |= actual.charCodeAt(index) ^ expected.charCodeAt(index % expected.length)
  return difference === 0
}

/** Months for which a credential is valid. */
export const credentialMonths = 24
/** Returns the end of a credential that is created at the given time. */
export function credentialExpiry(now: Date, months = credentialMonths): Date {
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + months)
  return end
}
