import type { DualRunWords } from '../../../contract/dual-runs/dual-runs.ts'
import { type Mirror } from '../../../contract/dual-runs/mirrors.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { ActionContext } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { checkWords } from '../run/decision-words.ts'
import { loadMirrorFigures } from './figures.ts'
import { loadReadWindows } from './read-windows.ts'
import { findMirror, type StoredMirror } from './store.ts'

type MirrorContext = ActionContext<'assessment'>

const auditMirror = (
  db: Db,
  caller: MirrorContext,
  id: string,
  operation: 'Start' | 'Stop' | 'Delete',
): Promise<void> => auditChange(db, caller, { type: 'Mirror', id, name: '' }, { operation, before: null, after: null })

/** Returns the mirror of the environment with its figures; null without one. */
export async function loadMirror({
  ports: { db },
  environmentId,
  tree,
}: Pick<MirrorContext, 'ports' | 'environmentId' | 'tree'>): Promise<Mirror | null> {
  const row = await findMirror(db, environmentId)
  return row === null ? null : toMirror(db, tree, row)
}

async function toMirror(db: Db, tree: EnvironmentTree, row: StoredMirror): Promise<Mirror> {
  const { rule_set: ruleSet, rule_set_at: since } = row
  const { waiting } = await db
    .selectFrom('mirror_event')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('environment_id', '=', row.environment_id)
    .where('seq', '>', row.compared_seq)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    environmentId: row.environment_id,
    state: row.state,
    words: row.words,
    received: row.received,
    refused: row.refused,
    waiting,
    receivedAt: row.received_at?.toISOString() ?? null,
    from: row.first_at?.toISOString() ?? null,
    to: row.last_at?.toISOString() ?? null,
    failure: row.failure,
    notes: row.notes,
    ruleSet: ruleSet === null || since === null ? null : { sha256: ruleSet, since: since.toISOString() },
    windows: await loadReadWindows(db, tree, row.environment_id),
    figures: await loadMirrorFigures(db, row.environment_id),
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

/**
 * Starts the mirror of the environment; a repeated request with the same id returns it. @throws ValidationError for a
 * word with two decisions; ConflictError when there is another one
 */
export async function startMirror(caller: MirrorContext, id: string, words: DualRunWords): Promise<Mirror> {
  const { ports, principal, environmentId } = caller
  checkWords(words)
  await ports.db.transaction().execute(async trx => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('mirror')
      .values({
        environment_id: environmentId,
        id,
        state: 'running',
        words: JSON.stringify(words),
        started_by: principal.id,
        started_by_name: principal.name,
        created_at: ports.clock(),
      })
      .onConflict(conflict => conflict.column('environment_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) await auditMirror(trx, caller, id, 'Start')
  })
  const mirror = await loadMirror(caller)
  if (mirror?.id !== id)
    throw new ConflictError('This environment has a mirror already. Remove it first.', { reason: 'mirror.exists' })
  return mirror
}

/** Ends the mirror: it receives nothing from now on. @throws NotFoundError */
export async function endMirror(caller: MirrorContext, id: string): Promise<Mirror> {
  const { ports, environmentId } = caller
  await ports.db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('mirror')
      .set({ state: 'ended', ended_at: ports.clock() })
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await auditMirror(trx, caller, id, 'Stop')
  })
  const mirror = await loadMirror(caller)
  if (mirror?.id !== id) throw new NotFoundError('There is no such mirror.')
  return mirror
}

/** Removes an ended mirror with its events and figures; false when there is none. */
export async function removeMirror(caller: MirrorContext, id: string): Promise<boolean> {
  const { ports, environmentId } = caller
  return ports.db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('mirror')
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .where('state', '=', 'ended')
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await auditMirror(trx, caller, id, 'Delete')
    return true
  })
}
