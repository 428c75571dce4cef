import { type PersonalDataKind, personalDataKinds } from '../../contract/common/personal-data.ts'
import type { RoleId } from '../../contract/index.ts'
import type { MaskingProfile } from '../../contract/personal-data/masking-profile.ts'
import type { Db } from '../../ports/database.ts'
import { maskData } from './mask-data.ts'
import { loadGrants, loadMaskingProfile } from './masking-store.ts'

/** What a caller sees of personal data in one environment. */
export interface Masking {
  /** The kinds that are hidden; empty for a caller who sees every value. */
  kinds: ReadonlySet<PersonalDataKind>
  /**
   * Returns data as the caller may see it.
   * @param subjects the events and accounts that it belongs to as a whole; see `eventSubject`
   */
  apply: <Data>(data: Data, subjects?: readonly string[]) => Data
}

/** The masking of a caller who sees every value. */
export const noMasking: Masking = { kinds: new Set(), apply: data => data }

/** Returns the kinds that are hidden from the holder of these roles: what one of them may see is shown. */
function maskedKinds(profile: MaskingProfile, roles: readonly string[]): ReadonlySet<PersonalDataKind> {
  const kindsOf = (role: string): readonly PersonalDataKind[] | undefined => profile[role as RoleId]
  return new Set(
    roles.length === 0 ? [] : personalDataKinds.filter(kind => roles.every(role => kindsOf(role)?.includes(kind))),
  )
}

/**
 * Loads what a caller sees of personal data: the profiles of the tenant, and what the caller has revealed.
 * @param roles of the caller in the environment
 */
export async function loadMasking(
  db: Db,
  caller: { tenantId: string; id: string },
  roles: readonly string[],
  now: Date,
): Promise<Masking> {
  const { profile } = await loadMaskingProfile(db, caller.tenantId)
  const kinds = maskedKinds(profile, roles)
  if (kinds.size === 0) return noMasking
  const grants = (await loadGrants(db, caller.id, now)).map(({ kind, subjects }) => ({
    kind,
    subjects: new Set(subjects),
  }))
  const isMasked = (kind: PersonalDataKind, subjects: readonly string[]): boolean =>
    kinds.has(kind) &&
    !grants.some(
      grant => (grant.kind === null || grant.kind === kind) && subjects.some(each => grant.subjects.has(each)),
    )
  return { kinds, apply: (data, subjects = []) => maskData(data, isMasked, subjects) }
}

/**
 * Loads what a preview shows of personal data: what neither the previewed roles nor those of the caller hide. What the
 * caller has revealed is hidden again.
 */
export async function loadPreviewMasking(
  db: Db,
  tenantId: string,
  { previewed, own }: { previewed: readonly string[]; own: readonly string[] },
): Promise<Masking> {
  const { profile } = await loadMaskingProfile(db, tenantId)
  const kinds = new Set([...maskedKinds(profile, previewed), ...maskedKinds(profile, own)])
  if (kinds.size === 0) return noMasking
  return { kinds, apply: (data, subjects = []) => maskData(data, kind => kinds.has(kind), subjects) }
}
