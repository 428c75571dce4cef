import type { Selectable } from 'kysely'
import type { BoosterSettingTable } from '../../ports/tables/review/booster.ts'
import { fnvHash } from '../lib/fnv-hash.ts'
import { mixBits } from '../lib/murmur-hash.ts'

type HoldOut = Pick<Selectable<BoosterSettingTable>, 'hold_out' | 'hold_out_key'>

/**
 * Whether a purchase belongs to the share about which nothing is sent. The key and the purchase alone decide: a
 * repeated question has the same answer, and a larger share contains a smaller one.
 */
export function isHeldOut({ hold_out: share, hold_out_key: key }: HoldOut, externalId: string): boolean {
  // Mixed, because consecutive ids differ in few bits only.
  return mixBits(fnvHash(externalId, fnvHash(key))) % 10_000 < share * 100
}

/**
 * Whether the answer to a purchase names it as one of the control group. One that the merchant only compares is shared
 * with nobody, and is in no group.
 */
export const isControl = (
  sharing: HoldOut | undefined,
  externalId: string,
  { assessmentType }: { assessmentType: string },
): boolean => sharing !== undefined && assessmentType !== 'Evaluate' && isHeldOut(sharing, externalId)
