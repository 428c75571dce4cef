import { type PersonalDataKind, personalDataLimits } from '../../contract/common/personal-data.ts'
import type { MaskingProfile } from '../../contract/personal-data/masking-profile.ts'
import type { RevealSubject } from '../../contract/personal-data/personal-data.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { accountSubject, eventSubject } from '../../kernel/personal-data/mask-data.ts'
import { maskValue } from '../../kernel/personal-data/mask-value.ts'
import {
  loadMaskingProfile,
  lockMaskingProfile,
  type StoredMaskingProfile,
  writeGrant,
  writeMaskingProfile,
} from '../../kernel/personal-data/masking-store.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'

/** The part of a call's context that the handlers use. */
export type PersonalDataCall = Pick<
  EnvironmentCallContext,
  'db' | 'ports' | 'principal' | 'actorRoles' | 'tree' | 'correlationId' | 'scope'
>

interface Reveal {
  environmentId: string
  subjects: readonly RevealSubject[]
  kind: PersonalDataKind | null
  reason: string
}

const auditOf = (
  { ports, principal, actorRoles, correlationId }: Omit<PersonalDataCall, 'db'>,
  environmentId: string,
) => ({
  ports,
  principal,
  roles: actorRoles,
  correlationId,
  environmentId,
})

/**
 * Shows masked values to the caller for some minutes.
 * @returns when they are masked again
 * @throws NotFoundError for an event of an environment that the call does not reach
 */
export async function revealValues(
  call: PersonalDataCall,
  { environmentId, subjects, kind, reason }: Reveal,
): Promise<Date> {
  if (subjects.some(subject => 'environmentId' in subject && !call.scope.includes(subject.environmentId)))
    throw new NotFoundError('There is no such event in this environment.')
  const { db, ports, principal } = call
  const now = ports.clock()
  const expiresAt = new Date(now.getTime() + personalDataLimits.revealMinutes * 60_000)
  await db.transaction().execute(async trx => {
    await writeGrant(trx, {
      id: ports.newId(),
      tenantId: principal.tenantId,
      userId: principal.id,
      subjects: subjects.map(nameOf),
      kind,
      now,
      expiresAt,
    })
    await auditChange(
      trx,
      auditOf(call, environmentId),
      { type: 'PersonalData', id: environmentId, name: describe(subjects) },
      { operation: 'ViewPersonalData', before: null, after: { subjects: subjects.map(auditedSubject), kind, reason } },
    )
  })
  return expiresAt
}

const nameOf = (subject: RevealSubject): string =>
  'account' in subject
    ? accountSubject(subject.account.type, subject.account.value)
    : eventSubject(subject.environmentId, subject.eventType, subject.externalId)

/** The log of who saw personal data contains none itself: the account of an e-mail address is named by its mask. */
const auditedSubject = (subject: RevealSubject): RevealSubject =>
  'account' in subject && subject.account.type === 'email'
    ? { account: { ...subject.account, value: maskValue('email', subject.account.value) } }
    : subject

/** Names the entry of the log: its only subject, or their number. */
function describe(subjects: readonly RevealSubject[]): string {
  const [only] = subjects.map(auditedSubject)
  if (only === undefined || subjects.length > 1) return `${subjects.length} events`
  return 'account' in only ? only.account.value : only.externalId
}

/** Returns the masking profiles of the tenant. @throws ValidationError outside of a root environment */
export function readProfile(call: PersonalDataCall, environmentId: string): Promise<StoredMaskingProfile> {
  assertRoot(call, environmentId)
  return loadMaskingProfile(call.db, call.principal.tenantId)
}

/** Replaces the masking profiles of the tenant. @throws ValidationError, ConflictError `version.conflict` */
export async function saveProfile(
  call: PersonalDataCall,
  { environmentId, baseVersion, profile }: { environmentId: string; baseVersion: number; profile: MaskingProfile },
): Promise<StoredMaskingProfile> {
  assertRoot(call, environmentId)
  const { tenantId } = call.principal
  return call.db.transaction().execute(async trx => {
    await lockMaskingProfile(trx, tenantId)
    const before = await loadMaskingProfile(trx, tenantId)
    if (isSameJson(before.profile, profile)) return before
    if (before.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the masking profiles meanwhile.', { version: before.version })
    return storeMaskingProfile(trx, call, environmentId, profile)
  })
}

/** Stores changed masking profiles and their audit line in a transaction that has locked them. */
export async function storeMaskingProfile(
  trx: Db,
  call: Omit<PersonalDataCall, 'db'>,
  environmentId: string,
  profile: MaskingProfile,
): Promise<StoredMaskingProfile> {
  const { tenantId } = call.principal
  const before = await loadMaskingProfile(trx, tenantId)
  if (isSameJson(before.profile, profile)) return before
  const after = { version: before.version + 1, profile }
  await writeMaskingProfile(trx, tenantId, after)
  await auditChange(
    trx,
    auditOf(call, environmentId),
    { type: 'MaskingProfile', id: tenantId, name: 'Masking of personal data' },
    { operation: 'Update', before: before.profile, after: profile },
  )
  return after
}

function assertRoot({ tree }: PersonalDataCall, environmentId: string): void {
  if (rootIdOf(tree, environmentId) !== environmentId)
    throw new ValidationError(['environmentId'], 'Masking is configured in a root environment.')
}
