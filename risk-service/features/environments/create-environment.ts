import type { Insertable } from 'kysely'
import { environmentLimits, isDisplayName, sandboxSuffix } from '../../contract/environments/environment-definitions.ts'
import type { CreateEnvironment } from '../../contract/environments/environment-inputs.ts'
import { type AuditActor, recordAudit, traceNewEnvironment } from '../../kernel/audit.ts'
import type { EnvironmentChange, EnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { EnvironmentTable } from '../../ports/tables/environments.ts'
import { findApplication, findEnvironmentRow, loadEnvironmentRows, lockTenant } from './store.ts'
import { environmentChangeOf } from './transitions.ts'

/** Actor of a change of environments, and the subscribers of it. The caller has checked the rights. */
export interface EnvironmentActionContext extends AuditActor {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  environments: EnvironmentEvents
}
type Rows = ReadonlyMap<string, EnvironmentRow>
type NewRow = Insertable<EnvironmentTable> & Pick<EnvironmentRow, 'parent_id'>

/**
 * Inserts a new environment, and its sandbox if requested, into the tree as New; the job does the rest. A repeated
 * request with the same id returns the existing one. Returns the id. `note`: stores the pending work for the created
 * environments.
 */
export async function createEnvironment(
  editor: EnvironmentActionContext,
  requested: CreateEnvironment,
  note?: (trx: Db, environmentIds: readonly string[]) => Promise<void>,
): Promise<string> {
  const {
    ports,
    environments,
    principal: { tenantId },
  } = editor
  const { id, changes } = await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const repeated = requested.id === undefined ? null : await findEnvironmentRow(trx, requested.id)
    if (repeated) return { id: findRepeatedRequest(repeated, tenantId, requested), changes: [] }
    const rows = await loadEnvironmentRows(trx, tenantId)
    const own = createRow(editor, rows, requested)
    const sandbox = requested.withSandbox ? createSandboxRow(editor, rows, requested, own) : null
    assertEnvironmentLimit(rows, sandbox ? 2 : 1)
    assertNamesAvailable(rows, own, 'own')
    if (sandbox) assertNamesAvailable(rows, sandbox, 'sandbox')
    if (requested.applicationId !== null && (await findApplication(trx, tenantId, requested.applicationId)) === null) {
      throw new ValidationError(['applicationId'], 'Enter a valid application ID.')
    }
    const created = [await insertEnvironment(trx, editor, own)]
    if (sandbox) {
      created.push(await insertEnvironment(trx, editor, { ...sandbox, counterpart_id: own.id }))
      await trx.updateTable('environment').set({ counterpart_id: sandbox.id }).where('id', '=', own.id).execute()
    }
    await note?.(trx, [own.id, ...(sandbox ? [String(sandbox.id)] : [])])
    return { id: own.id, changes: created }
  })
  for (const change of changes) environments.onEnvironmentChange(change)
  environments.wake()
  return id
}

function findRepeatedRequest(row: EnvironmentRow, tenantId: string, requested: CreateEnvironment): string {
  if (row.tenant_id === tenantId && row.parent_id === requested.parentId && row.name === requested.name) return row.id
  throw new ConflictError('This environment id is in use.', { reason: 'environment.idInUse' })
}

function createRow(
  { ports, principal: { tenantId } }: EnvironmentActionContext,
  rows: Rows,
  requested: CreateEnvironment,
): NewRow {
  const { name } = requested
  const friendlyName = displayNameOf(requested.friendlyName, name)
  const parent = requested.parentId === null ? null : requireParent(rows, requested.parentId)
  if (!parent && !requested.kind) throw new ValidationError(['kind'], 'Choose production or sandbox.')
  if (!parent && !requested.geography) throw new ValidationError(['geography'], 'Choose where the data is stored.')
  if (parent && requested.kind && requested.kind !== parent.kind)
    throw new ValidationError(['kind'], 'A child environment has the kind of its root.')
  if (parent && requested.geography && requested.geography !== parent.geography)
    throw new ValidationError(['geography'], 'A child environment has the geography of its root.')
  const kind = parent?.kind ?? requested.kind ?? 'production'
  if (requested.withSandbox && kind !== 'production')
    throw new ValidationError(['withSandbox'], 'Only a production environment has a sandbox.')
  return {
    id: requested.id ?? ports.newId(),
    tenant_id: tenantId,
    parent_id: requested.parentId,
    name,
    friendly_name: friendlyName,
    api_id: requested.customerApiId,
    kind,
    geography: parent?.geography ?? requested.geography ?? '',
    status: 'New',
    description: requested.description,
    tags: [...new Set(requested.tags)],
    application_id: requested.applicationId,
  }
}

/** Creates `<name>-sandbox` in the same place of the sandbox tree. */
function createSandboxRow(
  { ports }: EnvironmentActionContext,
  rows: Rows,
  requested: CreateEnvironment,
  own: NewRow,
): NewRow {
  const name = own.name + sandboxSuffix
  const apiId = own.api_id == null ? null : own.api_id + sandboxSuffix
  if (name.length > environmentLimits.name)
    throw new ValidationError(
      ['name'],
      `At most ${environmentLimits.name - sandboxSuffix.length} characters with a sandbox.`,
    )
  if (apiId !== null && apiId.length > environmentLimits.customerApiId) {
    throw new ValidationError(
      ['customerApiId'],
      `At most ${environmentLimits.customerApiId - sandboxSuffix.length} characters with a sandbox.`,
    )
  }
  let parentId: string | null = null
  if (own.parent_id !== null) {
    parentId = rows.get(own.parent_id)?.counterpart_id ?? null
    if (parentId === null || !rows.has(parentId))
      throw new ValidationError(['withSandbox'], 'The parent has no sandbox environment.')
    requireParent(rows, parentId)
  }
  const friendly = `${requested.friendlyName} sandbox`
  return {
    ...own,
    id: ports.newId(),
    parent_id: parentId,
    name,
    api_id: apiId,
    kind: 'sandbox',
    application_id: null,
    friendly_name: requested.friendlyName !== '' && isDisplayName(friendly, name) ? friendly : name,
  }
}

/** Returns the parent of a new environment. @throws NotFoundError, or ConflictError when it cannot have children */
function requireParent(rows: Rows, id: string): EnvironmentRow {
  const parent = rows.get(id)
  if (!parent) throw new NotFoundError('The parent environment does not exist.')
  if (parent.status !== 'Active')
    throw new ConflictError(`The environment ${parent.name} is not active.`, { reason: 'environment.notActive' })
  let level = 1
  const seen = new Set<string>()
  for (
    let at: EnvironmentRow | undefined = parent;
    at && !seen.has(at.id);
    at = at.parent_id === null ? undefined : rows.get(at.parent_id)
  ) {
    seen.add(at.id)
    level += 1
  }
  if (level > environmentLimits.levels) {
    throw new ConflictError(`Environments can be nested ${environmentLimits.levels} levels deep.`, {
      reason: 'environment.levelLimit',
    })
  }
  return parent
}

function assertEnvironmentLimit(rows: Rows, more: number): void {
  if (rows.size + more > environmentLimits.perTenant) {
    throw new ConflictError(`A tenant can have ${environmentLimits.perTenant} environments.`, {
      reason: 'environment.countLimit',
    })
  }
}

/** Checks that names are free. @throws ConflictError with the name that is taken, without regard to case */
export function assertNamesAvailable(
  rows: Rows,
  own: { id: string; name: string; api_id?: string | null | undefined },
  whose: 'own' | 'sandbox',
): void {
  const apiId = own.api_id?.toLowerCase()
  for (const row of rows.values()) {
    if (row.id === own.id) continue
    if (row.name.toLowerCase() === own.name.toLowerCase()) {
      throw new ConflictError(
        whose === 'own' ? 'This name is already in use.' : `The name ${own.name} is already in use.`,
        {
          reason: whose === 'own' ? 'environment.nameInUse' : 'environment.sandboxNameInUse',
        },
      )
    }
    if (apiId !== undefined && row.api_id?.toLowerCase() === apiId) {
      throw new ConflictError(
        whose === 'own'
          ? 'This customer API ID is already in use.'
          : `The customer API ID ${own.api_id ?? ''} is already in use.`,
        { reason: whose === 'own' ? 'environment.customerApiIdInUse' : 'environment.sandboxApiIdInUse' },
      )
    }
  }
}

/** Returns the requested display name, or the name. @throws ValidationError */
export function displayNameOf(requested: string, name: string): string {
  if (requested === '') return name
  if (!isDisplayName(requested, name)) {
    throw new ValidationError(
      ['friendlyName'],
      'Use letters, digits, underscores and blanks, and start with a letter, digit or underscore.',
      { code: 'environment.displayName' },
    )
  }
  return requested
}

async function insertEnvironment(trx: Db, editor: EnvironmentActionContext, row: NewRow): Promise<EnvironmentChange> {
  const at = editor.ports.clock()
  await trx
    .insertInto('environment')
    .values({ ...row, created_at: at, status_at: at })
    .execute()
  await traceNewEnvironment(trx, { environmentId: row.id, parentId: row.parent_id ?? null })
  await recordAudit(trx, editor, {
    id: editor.ports.newId(),
    at,
    environmentId: row.id,
    resource: { type: 'Environment', id: row.id, name: row.name },
    operation: 'Create',
    before: null,
    after: {
      status: row.status,
      name: row.name,
      friendlyName: row.friendly_name,
      parentId: row.parent_id,
      kind: row.kind,
      geography: row.geography,
      customerApiId: row.api_id ?? null,
      description: row.description ?? '',
      tags: row.tags ?? [],
      applicationId: row.application_id ?? null,
    },
  })
  return environmentChangeOf(row, null, 'New', null, editor, at)
}
