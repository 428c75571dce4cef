import { fcraTextVersion, fcraValidDays } from '../../contract/fcra.ts'
import type { Capability, FcraStatus, RoleId } from '../../contract/index.ts'
import { type AccessSubject, isGlobalAdministrator } from '../../kernel/access/authorize.ts'
import { recordAudit } from '../../kernel/audit.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Principal } from '../../ports/index.ts'
import { addAcceptance, latestAcceptance } from './store.ts'

/**
 * Roles that may use consumer information for others, and so attest what for. Global Administrators by their directory
 * role.
 */
const attestingRoles: readonly RoleId[] = ['ProductAdmin', 'AllAreasAdmin', 'PSPAdmin']
/** What is left to an administrator who has not attested; the dialog itself needs no capability. */
const remainingCapabilities: readonly Capability[] = ['dashboard']
const day = 86_400_000

/** True for administrators of any environment, children included. */
export function mustAttest({ assignments, wids }: AccessSubject): boolean {
  return isGlobalAdministrator(wids) || assignments.some(({ role }) => attestingRoles.includes(role))
}

/** True when there is no acceptance of the current text, it is older than a year, or such a role was given since. */
export function isAttestationDue(subject: AccessSubject, acceptedAt: Date | null, now: Date): boolean {
  if (!mustAttest(subject)) return false
  if (acceptedAt === null || now.getTime() - acceptedAt.getTime() > fcraValidDays * day) return true
  return subject.assignments.some(
    ({ role, since }) => attestingRoles.includes(role) && since !== undefined && since > acceptedAt,
  )
}

/**
 * The caller as the rest of the service may know them: administrator capabilities are off while an attestation is due.
 */
export async function limitUntilAttested(db: Db, principal: Principal, now: Date): Promise<Principal> {
  if (!mustAttest(principal)) return principal
  const accepted = await latestAcceptance(db, principal.tenantId, principal.id, fcraTextVersion)
  return isAttestationDue(principal, accepted, now) ? { ...principal, limitedTo: remainingCapabilities } : principal
}

export type FcraContext = Pick<ConsoleContext, 'ports' | 'db' | 'live' | 'principal' | 'correlationId'>

export async function loadFcraStatus({ ports, db, principal }: FcraContext): Promise<FcraStatus> {
  const accepted = await latestAcceptance(db, principal.tenantId, principal.id, fcraTextVersion)
  return {
    due: isAttestationDue(principal, accepted, ports.clock()),
    textVersion: fcraTextVersion,
    acceptedAt: accepted?.toISOString() ?? null,
  }
}

/** Accepting again what holds changes nothing; declining is noted, and leaves everything off. */
export async function recordAnswer(
  call: FcraContext,
  { textVersion }: { textVersion: string },
  accepts: boolean,
): Promise<FcraStatus> {
  const { ports, db, live, principal, correlationId } = call
  const { tenantId, id: userId } = principal
  if (!mustAttest(principal)) throw new ConflictError('Your roles need no attestation.', { reason: 'fcra.notNeeded' })
  if (textVersion !== fcraTextVersion)
    throw new ConflictError('There is a newer text. Read it first.', { reason: 'fcra.newText' })
  const now = ports.clock()
  const status = await loadFcraStatus(call)
  if (!status.due) return status
  const id = ports.newId()
  const roles = [
    ...new Set([
      ...principal.assignments.map(({ role }) => role),
      ...(isGlobalAdministrator(principal.wids) ? ['GlobalAdministrator'] : []),
    ]),
  ]
  await db.transaction().execute(async trx => {
    if (accepts) await addAcceptance(trx, { id, tenantId, userId, textVersion, at: now })
    await recordAudit(
      trx,
      { principal, roles, correlationId },
      {
        id: ports.newId(),
        at: now,
        environmentId: null,
        resource: { type: 'FcraAttestation', id: textVersion, name: 'FCRA' },
        operation: accepts ? 'Activate' : 'Deactivate',
        before: null,
        after: { textVersion, accepted: accepts },
      },
    )
  })
  if (!accepts) return status
  // Streams of other tabs find the rights that came back.
  live.publish({
    event: { kind: 'environments' },
    audience: { tenantId, environmentId: null, capability: null, userId },
    changesRights: true,
  })
  return loadFcraStatus(call)
}
