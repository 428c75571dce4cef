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
 * Roles that may use consumer information for others, and therefore have to attest the purpose. Global Administrators
 * by their directory role.
 */
const attestingRoles: readonly RoleId[] = ['ProductAdmin', 'AllAreasAdmin', 'PSPAdmin']
/** The capabilities of an administrator who has not attested; the dialog itself needs none. */
const remainingCapabilities: readonly Capability[] = ['dashboard']
const day = 86_400_000

/** Whether the user is an administrator of any environment, children included. */
export function mustAttest({ assignments, wids }: AccessSubject): boolean {
  return isGlobalAdministrator(wids) || assignments.some(({ role }) => attestingRoles.includes(role))
}

/**
 * Whether the current text has not been accepted, the acceptance is older than a year, or an attesting role was
 * assigned since.
 */
export function isAttestationDue(subject: AccessSubject, acceptedAt: Date | null, now: Date): boolean {
  if (!mustAttest(subject)) return false
  if (acceptedAt === null || now.getTime() - acceptedAt.getTime() > fcraValidDays * day) return true
  return subject.assignments.some(
    ({ role, since }) => attestingRoles.includes(role) && since !== undefined && since > acceptedAt,
  )
}

/**
 * Returns the principal with the capabilities that are in effect: those of an administrator are off while an
 * attestation is due.
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
    due: isAttestationDue(principal.preview?.own ?? principal, accepted, ports.clock()),
    textVersion: fcraTextVersion,
    acceptedAt: accepted?.toISOString() ?? null,
  }
}

/**
 * Stores an answer. A repeated acceptance that is still valid changes nothing; a refusal is recorded, and all
 * capabilities stay off.
 */
export async function recordAnswer(
  call: FcraContext,
  { textVersion }: { textVersion: string },
  accepts: boolean,
): Promise<FcraStatus> {
  const { ports, db, live, principal, correlationId } = call
  const { tenantId, id: userId } = principal
  if (!mustAttest(principal)) throw new ConflictError('Your roles need no attestation.', { reason: 'fcra.notNeeded' })
  if (textVersion !== fcraTextVersion)
    throw new ConflictError('There is a newer version of the text. Read it first.', { reason: 'fcra.newText' })
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
  // Streams of other tabs read the restored rights.
  live.publish({
    event: { kind: 'environments' },
    audience: { tenantId, environmentId: null, capability: null, userId },
    changesRights: true,
  })
  return loadFcraStatus(call)
}
