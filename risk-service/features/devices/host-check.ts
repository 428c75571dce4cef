import type { HostCheck } from '../../contract/index.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { NameServiceError, type ResolvedName } from '../../ports/name-resolver.ts'
import { assertTestRate } from '../outgoing-calls/test-rate-limit.ts'

type HostCall = Pick<ConsoleContext, 'names' | 'origin' | 'fingerprintingHosts' | 'testLimiter' | 'principal'>

/** Returns where a host leads by DNS: to this service, elsewhere or nowhere. Nothing but the host is looked up. */
export async function checkHost(call: HostCall, host: string): Promise<HostCheck> {
  await assertTestRate(call)
  const target = new URL(call.origin).hostname
  const answer = { host, target, aliases: [], addresses: [], configured: call.fingerprintingHosts.includes(host) }
  if (call.names === null) return { ...answer, outcome: 'unavailable' }
  let found: ResolvedName
  try {
    found = await call.names(host)
  } catch (error) {
    if (!(error instanceof NameServiceError)) throw error
    return { ...answer, outcome: error.reason }
  }
  // Names and addresses of a private network are for nobody to read here.
  const { aliases, addresses, reach } = found
  if (reach === 'private') return { ...answer, outcome: 'private' }
  const leadsHere = [host, ...aliases].includes(target)
  return {
    ...answer,
    outcome: reach === 'none' ? 'notFound' : leadsHere ? 'ready' : 'elsewhere',
    aliases: [...aliases],
    addresses: [...addresses],
  }
}
