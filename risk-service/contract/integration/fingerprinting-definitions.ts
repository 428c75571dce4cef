/** The page that the session of a test has, in the script of device fingerprinting. */
export const testPage = 'tst'

/** What the domain name system says of a host that is meant for the fingerprinting script. */
export const hostOutcomes = ['ready', 'notFound', 'elsewhere', 'private', 'timeout', 'failed', 'unavailable'] as const
export type HostOutcome = (typeof hostOutcomes)[number]

/** Names that no public name server has. */
const privateDomains = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa', 'onion', 'invalid']
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Whether a text, in lower case, is a host name of the public internet: two labels or more, and no address. */
export function isPublicHostName(text: string): boolean {
  const labels = text.split('.')
  const last = labels.at(-1) ?? ''
  return (
    text.length <= 253 &&
    labels.length >= 2 &&
    labels.every(label => hostLabel.test(label)) &&
    /[a-z]/.test(last) &&
    !privateDomains.includes(last)
  )
}

/** The last hours in which the latest session of an environment is looked for. */
export const latestSessionHours = 24
