import type { EnvironmentStatus } from '../../contract/environments/environment-definitions.ts'
import type { EnvironmentChanges } from '../../contract/environments/environment-inputs.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { assertNamesAvailable, displayNameOf, type EnvironmentActionContext } from './create-environment.ts'
import { hasChildren, loadEnvironmentRows, lockTenant, removeAccess } from './store.ts'
import { assertTransition, changeStatus, invalidTransition } from './transitions.ts'

/**
 * Changes the details of an environment that a user edits. Absent members stay; a request without a change writes
 * nothing.
 */
export async function updateEnvironment(
  editor: EnvironmentActionContext,
  id: string,
  changes: EnvironmentChanges,
): Promise<void> {
  const {
    ports,
    principal: { tenantId },
  } = editor
  await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const rows = await loadEnvironmentRows(trx, tenantId)
    const row = requireRow(rows, id)
    if (row.status !== 'Active')
      throw new ConflictError(`The environment ${row.name} is not active.`, { reason: 'environment.notActive' })
    const before = auditSnapshot(row)
    const after = changedColumns(row, changes)
    if (isSameJson(before, after)) return
    if (after.name !== before.name) assertNamesAvailable(rows, { id, name: after.name }, 'own')
    await trx
      .updateTable('environment')
      .set({ name: after.name, friendly_name: after.friendlyName, description: after.description, tags: after.tags })
      .where('id', '=', id)
      .execute()
    const renamed =
      after.name !== before.name &&
      isSameJson({ ...after, name: '', friendlyName: '' }, { ...before, name: '', friendlyName: '' })
    await auditChange(
      trx,
      { ...editor, environmentId: id },
      { type: 'Environment', id, name: after.name },
      { operation: renamed ? 'Rename' : 'Update', before, after },
    )
  })
}

const auditSnapshot = (row: EnvironmentRow) => ({
  name: row.name,
  friendlyName: row.friendly_name,
  description: row.description,
  tags: row.tags,
})

function changedColumns(row: EnvironmentRow, changes: EnvironmentChanges) {
  const name = changes.name ?? row.name
  // A display name that only repeated the name follows the new name.
  const friendlyName = changes.friendlyName ?? (row.friendly_name === row.name ? '' : row.friendly_name)
  return {
    name,
    friendlyName:
      friendlyName === row.friendly_name && row.friendly_name !== row.name
        ? friendlyName
        : displayNameOf(friendlyName, name),
    description: changes.description ?? row.description,
    tags: changes.tags === undefined ? row.tags : [...new Set(changes.tags)],
  }
}

/** Begins the removal; the job ends access and purges. A repeated request while it runs changes nothing. */
export async function removeEnvironment(
  editor: EnvironmentActionContext,
  id: string,
): Promise<{ id: string; status: EnvironmentStatus }> {
  const {
    ports,
    environments,
    principal: { tenantId },
  } = editor
  const { status, change } = await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const rows = await loadEnvironmentRows(trx, tenantId)
    const row = requireRow(rows, id)
    if (row.status === 'SoftDeleting') return { status: 'SoftDeleting' as const, change: null }
    const to: EnvironmentStatus = row.status === 'CreateFailed' ? 'Deleting' : 'SoftDeleting'
    assertTransition(row.name, row.status, to)
    if (await hasChildren(trx, id))
      throw new ConflictError('Delete the child environments first.', { reason: 'environment.hasChildren' })
    if (![...rows.values()].some(each => each.id !== id && each.status !== 'SoftDeleting')) {
      throw new ConflictError('A tenant needs at least one environment.', { reason: 'environment.lastOfTenant' })
    }
    if (to === 'Deleting') await removeAccess(trx, row)
    return { status: to, change: await changeStatus(trx, ports, editor, row, to, { operation: 'Delete' }) }
  })
  if (change) environments.onEnvironmentChange(change)
  environments.wake()
  return { id, status }
}

/** Retries the creation of an environment that failed, under its id. */
export async function retryEnvironment(editor: EnvironmentActionContext, id: string): Promise<void> {
  const {
    ports,
    environments,
    principal: { tenantId },
  } = editor
  const change = await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const row = requireRow(await loadEnvironmentRows(trx, tenantId), id)
    // Creating follows New as well, but that transition belongs to the job.
    if (row.status === 'New') throw invalidTransition(row.name, row.status, 'Creating')
    return changeStatus(trx, ports, editor, row, 'Creating')
  })
  environments.onEnvironmentChange(change)
  environments.wake()
}

function requireRow(rows: ReadonlyMap<string, EnvironmentRow>, id: string): EnvironmentRow {
  const row = rows.get(id)
  if (!row) throw new NotFoundError('This environment does not exist.')
  return row
}
