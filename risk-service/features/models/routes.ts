import type { ModelKind } from '../../contract/models/models.ts'
import { auditChange } from '../../kernel/audit.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { countLabels } from './label-counts.ts'
import {
  findLatestTraining,
  findModelTraining,
  findModelVersion,
  loadModelVersions,
  setActiveVersion,
  toModelTraining,
} from './store.ts'

const auditResource = (kind: ModelKind) => ({ type: 'Model' as const, id: kind, name: kind })

async function requireVersion(db: Db, environmentId: string, kind: ModelKind, version: number) {
  const found = await findModelVersion(db, environmentId, kind, version)
  if (found === null) throw new NotFoundError('There is no such version of the model.')
  return found
}

async function requireTraining(db: Db, environmentId: string, trainingId: string) {
  const found = await findModelTraining(db, environmentId, trainingId)
  if (found === null) throw new NotFoundError('There is no such training.')
  return found
}

export const modelRoutes = {
  list: procedures.models.list
    .use(inEnvironment)
    .handler(async ({ context: { db }, input: { environmentId, kind } }) => {
      const [versions, labels, training] = await Promise.all([
        loadModelVersions(db, environmentId, kind),
        countLabels(db, environmentId),
        findLatestTraining(db, environmentId, kind),
      ])
      return { versions, labels, training }
    }),
  get: procedures.models.get
    .use(inEnvironment)
    .handler(({ context, input }) => requireVersion(context.db, input.environmentId, input.kind, input.version)),
  train: procedures.models.train
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, kind, trainingId } }) => {
      const { ports, principal, db } = context
      const row = await db.transaction().execute(async trx => {
        // The lock of the row serialises the callers, so that two of them do not both start a training.
        await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
        const existing = await trx
          .selectFrom('model_training')
          .selectAll()
          .where('environment_id', '=', environmentId)
          .where('id', '=', trainingId)
          .executeTakeFirst()
        if (existing !== undefined && existing.kind !== kind)
          throw new ConflictError('Another training has this id.', { reason: 'models.trainingExists' })
        if (existing !== undefined) return existing
        const open = await trx
          .selectFrom('model_training')
          .select('id')
          .where('environment_id', '=', environmentId)
          .where('kind', '=', kind)
          .where('state', 'in', ['waiting', 'running'])
          .executeTakeFirst()
        if (open !== undefined)
          throw new ConflictError('This model is already being trained.', { reason: 'models.training' })
        const created = await trx
          .insertInto('model_training')
          .values({
            environment_id: environmentId,
            id: trainingId,
            kind,
            state: 'waiting',
            requested_by_name: principal.name,
            requested_at: ports.clock(),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await auditChange(trx, actionContextOf(context, environmentId), auditResource(kind), {
          operation: 'Start',
          before: null,
          after: { training: trainingId },
        })
        return created
      })
      context.models.wake()
      return toModelTraining(row)
    }),
  trainingStatus: procedures.models.trainingStatus
    .use(inEnvironment)
    .handler(({ context, input }) => requireTraining(context.db, input.environmentId, input.trainingId)),
  cancelTraining: procedures.models.cancelTraining
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, trainingId } }) => {
      const training = await requireTraining(context.db, environmentId, trainingId)
      await context.db.transaction().execute(async trx => {
        const stopped = await trx
          .updateTable('model_training')
          .set({ state: 'cancelled', finished_at: context.ports.clock() })
          .where('environment_id', '=', environmentId)
          .where('id', '=', trainingId)
          .where('state', 'in', ['waiting', 'running'])
          .returning('id')
          .executeTakeFirst()
        if (stopped !== undefined)
          await auditChange(trx, actionContextOf(context, environmentId), auditResource(training.kind), {
            operation: 'Stop',
            before: { training: trainingId },
            after: null,
          })
      })
      return requireTraining(context.db, environmentId, trainingId)
    }),
  activate: procedures.models.activate
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, kind, version } }) => {
      const changed = await context.db.transaction().execute(async trx => {
        await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
        const found = await requireVersion(trx, environmentId, kind, version)
        if (found.active) return false
        const before = (await loadModelVersions(trx, environmentId, kind)).find(({ active }) => active)?.version ?? 0
        await setActiveVersion(trx, environmentId, kind, version)
        await auditChange(trx, actionContextOf(context, environmentId), auditResource(kind), {
          operation: 'Activate',
          before: { version: before },
          after: { version },
        })
        return true
      })
      if (changed) await context.engine.reloadRules(environmentId)
      const { card: _card, ...made } = await requireVersion(context.db, environmentId, kind, version)
      return made
    }),
}
