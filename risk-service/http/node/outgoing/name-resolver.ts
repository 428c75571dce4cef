import dns from 'node:dns'
import { isPublicHostName } from '../../../contract/integration/fingerprinting-definitions.ts'
import { type NameResolver, NameServiceError, type ResolvedName } from '../../../ports/name-resolver.ts'
import { isPublicAddress } from './addresses.ts'

/** Queries of one record type; each rejects with a code of `node:dns`. */
type NameQueries = Pick<dns.promises.Resolver, 'resolveCname' | 'resolve4' | 'resolve6'>

interface ResolverOptions {
  /** Absent: those of the system's name servers. */
  queries?: NameQueries
  /** Milliseconds for all queries of one name. */
  timeoutMs?: number
}

/** CNAME records that are followed: a longer chain is a loop, or no browser gets through it either. */
const maxAliases = 8
/** The name does not exist, or has no record of the type. */
const absent: readonly unknown[] = [dns.NOTFOUND, dns.NODATA]
const late: readonly unknown[] = [dns.TIMEOUT, dns.CANCELLED]

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

async function recordsOf(query: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await query
  } catch (error) {
    const code = codeOf(error)
    if (absent.includes(code)) return []
    throw new NameServiceError(late.includes(code) ? 'timeout' : 'failed')
  }
}

/** Creates the resolver of names by DNS: it follows CNAME records, and ignores the hosts file of this machine. */
export function createNameResolver({
  queries = new dns.promises.Resolver({ timeout: 2000, tries: 2 }),
  timeoutMs = 5000,
}: ResolverOptions = {}): NameResolver {
  async function resolve(host: string): Promise<ResolvedName> {
    const aliases: string[] = []
    for (let name = host; aliases.length < maxAliases; ) {
      const [next] = await recordsOf(queries.resolveCname(name))
      if (next === undefined) break
      name = next.replace(/\.$/, '').toLowerCase()
      if (name === host || aliases.includes(name)) break
      // Whoever writes records of a public zone must not learn by them which names exist inside: this one is not queried.
      if (!isPublicHostName(name)) return { aliases: [], addresses: [], reach: 'private' }
      aliases.push(name)
    }
    const last = aliases.at(-1) ?? host
    const found = await Promise.all([recordsOf(queries.resolve4(last)), recordsOf(queries.resolve6(last))])
    const addresses = found.flat()
    if (addresses.length === 0) return { aliases, addresses, reach: 'none' }
    return { aliases, addresses, reach: addresses.every(isPublicAddress) ? 'public' : 'private' }
  }
  return async host => {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new NameServiceError('timeout')), timeoutMs)
    })
    try {
      return await Promise.race([resolve(host), deadline])
    } finally {
      clearTimeout(timer)
    }
  }
}
