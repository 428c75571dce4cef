import { networkOf } from '../enrich/ip-address.ts'
import type { AttackKey, Attempt } from './types.ts'

const folded = (text: string | null): string => text?.trim().toLowerCase() ?? ''

/** Returns the keys of an attempt; a fact that it lacks gives none. */
export function keysOf({ device, ip }: Pick<Attempt, 'device' | 'ip'>): AttackKey[] {
  const keys: AttackKey[] = []
  if (folded(device) !== '') keys.push({ type: 'device', value: folded(device) })
  const address = folded(ip)
  if (address === '') return keys
  keys.push({ type: 'ip', value: address })
  const network = networkOf(address)
  if (network !== null) keys.push({ type: 'network', value: network })
  return keys
}

/** Returns a text that is the same for equal keys. */
export const keyText = ({ type, value }: AttackKey): string => `${type}\n${value}`

const failures: ReadonlySet<Attempt['outcome']> = new Set(['declined', 'refused', 'rejected', 'contained'])
/** Whether an attempt did not reach its aim. One that nobody said anything of has not failed. */
export const hasFailed = ({ outcome }: Pick<Attempt, 'outcome'>): boolean => failures.has(outcome)
/** Whether it failed by itself: a containment stops honest customers, too, so that it says nothing of an attempt. */
export const hasFailedByItself = (attempt: Pick<Attempt, 'outcome'>): boolean =>
  attempt.outcome !== 'contained' && hasFailed(attempt)
