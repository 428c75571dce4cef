import type { Kysely } from 'kysely'
import { type Holder, isGlobalAdministrator } from '../access/authorize.ts'
import { recordAudit } from '../audit/record.ts'
import { fcraDays, fcraTextVersion } from '../contract/fcra.ts'
import type { Capability, FcraStatus, RoleId } from '../contract/index.ts'
import type { LiveHub } from '../live/hub.ts'
import type { Ports, Principal } from '../ports.ts'
import { Conflict } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { addAcceptance, latestAcceptance } from './store.ts'

type Db = Kysely<Database>

/**
 * Roles that may use consumer information for others, and so attest what for. Global Administrators by their directory
 * role.
 */
const attesting: readonly RoleId[] = ['ProductAdmin', 'AllAreasAdmin', 'PSPAdmin']
/** What is left to an administrator who has not attested; the dialog itself needs no capability. */
const remaining: readonly Capability[] = ['dashboard']
const day = 86_400_000

/** True for administrators of any environment, children included. */
export function mustAttest({ assignments, wids }: Holder): boolean {
  return isGlobalAdministrator(wids) || assignments.some(({ role }) => attesting.includes(role))
}

/** True when there is no acceptance of the current text, it is older than a year, or such a role was given since. */
export function isDue(who: Holder, acceptedAt: Date | null, now: Date): boolean {
  if (!mustAttest(who)) return false
  if (acceptedAt === null || now.getTime() - acceptedAt.getTime() > fcraDays * day) return true
  return who.assignments.some(
    ({ role, since }) => attesting.includes(role) && since !== undefined && since > acceptedAt,
  )
}

/**
 * The caller as the rest of the service may know them: administrator capabilities are off while an attestation is due.
 */
export async function limitUntilAttested(db: Db, principal: Principal, now: Date): Promise<Principal> {
  if (!mustAttest(principal)) return principal
  const accepted = await latestAcceptance(db, principal.tenantId, principal.id, fcraTextVersion)
  return isDue(principal, accepted, now) ? { ...principal, limitedTo: remaining } : principal
}

export interface Call {
  ports: Ports
  db: Db
  live: LiveHub
  principal: Principal
  correlationId: string
}

export async function readStatus({ ports, db, principal }: Call): Promise<FcraStatus> {
  const accepted = await latestAcceptance(db, principal.tenantId, principal.id, fcraTextVersion)
  return {
    due: isDue(principal, accepted, ports.clock()),
    textVersion: fcraTextVersion,
    acceptedAt: accepted?.toISOString() ?? null,
  }
}

/** Accepting again what holds changes nothing; declining is noted, and leaves everything off. */
export async function answer(
  call: Call,
  { textVersion }: { textVersion: string },
  accepts: boolean,
): Promise<FcraStatus> {
  const { ports, db, live, principal, correlationId } = call
  const { tenantId, id: userId } = principal
  if (!mustAttest(principal)) throw new Conflict('Your roles need no attestation.', { reason: 'fcra.notNeeded' })
  if (textVersion !== fcraTextVersion)
    throw new Conflict('There is a newer text. Read it first.', { reason: 'fcra.newText' })
  const now = ports.clock()
  const status = await readStatus(call)
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
  return readStatus(call)
}
