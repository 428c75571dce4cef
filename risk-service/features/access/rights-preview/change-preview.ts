import { previewMinutes, roleNameIn, rolesOfFamily } from '../../../contract/index.ts'
import type { PreviewedSubject } from '../../../contract/user-access/rights-preview.ts'
import { isConsoleRole } from '../../../kernel/access/access-decision.ts'
import { lockAccess } from '../../../kernel/access/access-lock.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import { type AuditActor, recordAudit, serviceActor } from '../../../kernel/audit.ts'
import type { ConsoleContext } from '../../../kernel/console-api/context.ts'
import { NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { AccessCall } from '../model/access-call.ts'
import { loadPrincipals } from '../store/assignments.ts'
import { addPreview, lockOpenPreviews, markEnded, type StoredPreview } from '../store/previews.ts'

type Chosen = Pick<StoredPreview, 'kind' | 'subjectId' | 'name' | 'roles'>

/** Begins a preview, and ends the one that the caller has open: it is for one tab. */
export async function startPreview(
  call: AccessCall,
  subject: PreviewedSubject,
): Promise<{ previewId: string; endsAt: string }> {
  const { db, principal, environmentId, ports, actorRoles, correlationId } = call
  const { tenantId, id: principalId } = principal
  const chosen = await chooseSubject(call, subject)
  const at = ports.clock()
  const preview = {
    ...chosen,
    id: ports.newId(),
    tenantId,
    principalId,
    environmentId,
    endsAt: new Date(at.getTime() + previewMinutes * 60_000),
  }
  await db.transaction().execute(async trx => {
    // Two starts at once: the second one ends the first.
    await lockAccess(trx, tenantId)
    const actor = { principal, roles: actorRoles, correlationId }
    for (const open of await lockOpenPreviews(trx, { tenantId, principalId })) await endOne(trx, ports, open, actor)
    await addPreview(trx, preview, at)
    await recordAudit(trx, actor, {
      id: ports.newId(),
      at,
      environmentId,
      resource: resourceOf(preview),
      operation: 'Start',
      before: null,
      after: describe(call, preview),
    })
  })
  return { previewId: preview.id, endsAt: preview.endsAt.toISOString() }
}

async function chooseSubject({ db, principal }: AccessCall, subject: PreviewedSubject): Promise<Chosen> {
  if (subject.kind === 'principal') {
    const { principalId: id } = subject
    const found = (await loadPrincipals(db, principal.tenantId, [id])).get(id)
    if (found === undefined) throw new NotFoundError('There is no such person or group.')
    return { kind: found.kind, subjectId: id, name: found.name, roles: [] }
  }
  const { role_family: family } = await db
    .selectFrom('tenant')
    .select('role_family')
    .where('id', '=', principal.tenantId)
    .executeTakeFirstOrThrow()
  const offered = rolesOfFamily(family).filter(isConsoleRole)
  const roles = offered.filter(role => subject.roles.includes(role))
  if (roles.length < new Set(subject.roles).size)
    throw new ValidationError(['subject', 'roles'], 'Choose roles of the console that this tenant has.')
  return { kind: 'roles', subjectId: null, name: '', roles }
}

/** Ends a preview of the caller. Returns false when it had ended before, and for one that is not the caller's. */
export async function endPreview(
  {
    db,
    ports,
    principal,
    tree,
    correlationId,
  }: Pick<ConsoleContext, 'db' | 'ports' | 'principal' | 'tree' | 'correlationId'>,
  previewId: string,
): Promise<{ ended: boolean }> {
  const { tenantId, id: principalId } = principal
  return db.transaction().execute(async trx => {
    const open = await lockOpenPreviews(trx, { tenantId, principalId })
    const found = open.find(({ id }) => id === previewId)
    if (found === undefined) return { ended: false }
    const own = principal.preview?.own ?? principal
    const roles = rolesIn({ ...own, preview: undefined }, found.environmentId, tree)
    await endOne(trx, ports, found, { principal, roles, correlationId })
    return { ended: true }
  })
}

/** Ends the previews whose time is over, which no call has ended: their ends are in the log as their beginnings are. */
export async function endDuePreviews(ports: Ports): Promise<void> {
  await ports.db.transaction().execute(async trx => {
    for (const preview of await lockOpenPreviews(trx, { dueAt: ports.clock() }))
      await endOne(trx, ports, preview, serviceActor(preview.tenantId, ports.newId()))
  })
}

async function endOne(
  trx: Db,
  ports: Pick<Ports, 'clock' | 'newId'>,
  preview: StoredPreview,
  actor: AuditActor,
): Promise<void> {
  const at = ports.clock()
  await markEnded(trx, preview.id, at)
  await recordAudit(trx, actor, {
    id: ports.newId(),
    at,
    environmentId: preview.environmentId,
    resource: resourceOf(preview),
    operation: 'Stop',
    before: { previewId: preview.id, endsAt: preview.endsAt.toISOString() },
    after: null,
  })
}

/** In the log a preview is that of a person or group, or of the named roles. */
const resourceOf = ({ id, subjectId, name, roles }: Omit<StoredPreview, 'endedAt'>) => ({
  type: 'RightsPreview' as const,
  id: subjectId ?? id,
  name: subjectId === null ? roles.join(', ') : name,
})

function describe({ tree }: AccessCall, preview: Omit<StoredPreview, 'endedAt'>) {
  const kind = tree.get(preview.environmentId)?.kind ?? 'production'
  return {
    previewId: preview.id,
    kind: preview.kind,
    roles: preview.roles.map(role => roleNameIn(role, kind)),
    endsAt: preview.endsAt.toISOString(),
  }
}
