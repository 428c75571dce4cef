/**
 * How an entry of the log is hashed. An entry has two parts: what it is, and its content, which may be erased. The hash
 * of an entry is that of both hashes; each link of the chain is the hash of the link before and of its entry. Whoever
 * has the entries can compute every hash with SHA-256 and JSON alone.
 */

/** Who did what to which kind of resource, and when: stays as long as the entry. */
export interface EntryHead {
  id: string
  tenantId: string
  environmentId: string | null
  environmentName: string | null
  /** ISO 8601 in UTC, to the microsecond. */
  at: string
  actorId: string
  actorName: string
  actorRoles: readonly string[]
  resourceType: string
  operation: string
  assessmentId: string | null
  assessmentName: string | null
  correlationId: string | null
}

/** What may be personal data of others: can be erased. */
export interface EntryContent {
  resourceId: string
  resourceName: string
  before: unknown
  after: unknown
}

/** JSON with the names of each object in the order of their code units, and no blanks. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

async function sha256(...parts: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', all)))
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The hash of the content of an entry: with a salt, so that what was erased cannot be guessed from it. */
export const contentHash = (content: EntryContent, salt: string): Promise<string> =>
  sha256(bytesOf(salt), utf8(canonicalJson(content)))

/** The hash of an entry, of which the content may be erased. */
export const entryHash = async (head: EntryHead, hashOfContent: string): Promise<string> =>
  sha256(bytesOf(await sha256(utf8(canonicalJson(head)))), bytesOf(hashOfContent))

/** The hash of a link: that of everything up to its entry. */
export const linkHash = (before: string, hashOfEntry: string): Promise<string> =>
  sha256(bytesOf(before), bytesOf(hashOfEntry))

/** What the first link of a tenant follows. */
export const firstHash = (tenantId: string): Promise<string> => sha256(utf8(`assay activity log ${tenantId}`))

export function createSalt(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}
