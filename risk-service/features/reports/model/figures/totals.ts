import type { AssessedRecord } from '../records/assessed-record.ts'
import { Sum, sumOf } from '../volumes/volume.ts'

/** Volumes from which figures are computed. */
const volumeNames = [
  'transactions',
  'approved',
  'reviewed',
  'rejected',
  'challenged',
  'fraud',
  'nonFraud',
  'sentToBank',
  'bankApproved',
  'settled',
  'fraudChargeback',
] as const
type VolumeName = (typeof volumeNames)[number]
export type Totals = Record<VolumeName, number>

const decisionVolumes: Readonly<Record<string, VolumeName>> = {
  Approve: 'approved',
  Review: 'reviewed',
  Reject: 'rejected',
  Challenge: 'challenged',
}

/** Returns the volumes that a record is part of. */
function volumesOf({ record, flags, fraud }: AssessedRecord): VolumeName[] {
  const names: VolumeName[] = ['transactions']
  const decision = record.decision === null ? undefined : decisionVolumes[record.decision]
  if (decision !== undefined) names.push(decision)
  if (fraud.status !== 'unknown') names.push(fraud.status === 'fraud' ? 'fraud' : 'nonFraud')
  for (const flag of ['sentToBank', 'bankApproved', 'settled', 'fraudChargeback'] as const)
    if (flags[flag]) names.push(flag)
  return names
}

const totalsBy = (valueOf: (name: VolumeName) => number): Totals =>
  Object.fromEntries(volumeNames.map(name => [name, valueOf(name)])) as Totals

/** Sums the volumes of records. */
export function totalsOf(records: Iterable<AssessedRecord>): Totals {
  const sums = new Map(volumeNames.map(name => [name, new Sum()]))
  for (const each of records) for (const name of volumesOf(each)) sums.get(name)?.add(each.weight)
  return totalsBy(name => sums.get(name)?.value ?? 0)
}

/** Adds totals up. */
export const addTotals = (parts: readonly Totals[]): Totals => totalsBy(name => sumOf(parts.map(part => part[name])))

/** Sorts records into groups; a record without a key is left out, one with several is in each of them once. */
export function groupBy<Key>(
  records: readonly AssessedRecord[],
  keysOf: (each: AssessedRecord) => readonly Key[],
): Map<Key, AssessedRecord[]> {
  const groups = new Map<Key, AssessedRecord[]>()
  for (const each of records)
    for (const key of new Set(keysOf(each))) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [each])
      else group.push(each)
    }
  return groups
}
