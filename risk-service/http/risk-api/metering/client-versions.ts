/** Different versions of one client that are counted apart on a day: a version can be any text. */
const maxVersions = 20
/** Counted for further versions of the same day. */
export const otherVersion = 'other'
const dayMs = 86_400_000

/** Returns the first product of a `User-Agent`, such as `checkout/8.3`; empty when it has none. */
export const productOf = (userAgent: string | null): string =>
  /^[A-Za-z][\w.-]{0,39}\/v?\d[\w.+-]{0,19}(?=$|[\s;,(])/.exec(userAgent ?? '')?.[0] ?? ''

/** Creates a reader of the versions of clients, with a bounded number of them for each client and day. */
export function createClientVersions(): (clientId: string, userAgent: string | null, at: Date) => string {
  let day = 0
  const versions = new Map<string, Set<string>>()
  return (clientId, userAgent, at) => {
    const product = productOf(userAgent)
    if (product === '') return ''
    const today = Math.floor(at.getTime() / dayMs)
    if (today !== day) {
      day = today
      versions.clear()
    }
    const seen = versions.get(clientId) ?? new Set()
    if (!seen.has(product) && seen.size >= maxVersions) return otherVersion
    versions.set(clientId, seen.add(product))
    return product
  }
}
