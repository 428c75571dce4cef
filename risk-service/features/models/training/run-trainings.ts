import { sql } from 'kysely'
import { minimumLabels, modelKinds } from '../../../contract/models/model-definitions.ts'
import type { ModelCard } from '../../../contract/models/models.ts'
import { botFeatures } from '../../../engine/score/features/bot-features.ts'
import { riskFeatures } from '../../../engine/score/features/risk-features.ts'
import { pointsOf } from '../../../engine/score/scorecard.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { Ports } from '../../../ports/index.ts'
import { countLabels } from '../label-counts.ts'
import type { TrainingResult, TrainingTask } from './train.ts'

/** Thrown when the service stops: the next process restarts the training. */
export class TrainingInterruptedError extends Error {}

export interface TrainingDeps extends Ports {
  /**
   * Reads the events and trains, in any thread. `onProgress` returns whether to continue. Rejects with `Interrupted`
   * when the service stops.
   */
  perform: (
    task: TrainingTask,
    onProgress: (share: number) => Promise<boolean>,
  ) => Promise<TrainingResult | 'cancelled'>
  reload: (environmentId: string) => Promise<void>
}

const week = 7 * 86_400_000
/** Share of new labels, relative to those of the last training, from which on a new training is worthwhile. */
const minNewLabelShare = 0.1
/** Versions of a kind that are stored. */
const maxVersions = 20

/** Runs requested or due trainings one after another; one that a stop interrupted restarts. */
export async function runTrainings(deps: TrainingDeps): Promise<{ again: number | null }> {
  await scheduleTrainings(deps)
  for (;;) {
    const next = await deps.db
      .selectFrom('model_training')
      .selectAll()
      .where('state', 'in', ['waiting', 'running'])
      .orderBy('requested_at')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return { again: null }
    try {
      await runTraining(deps, next)
    } catch (error) {
      if (error instanceof TrainingInterruptedError) return { again: null }
      deps.log.write(3, 'models.training-failed', {
        environment: next.environment_id,
        kind: next.kind,
        code: codeOf(error),
      })
      // Without a database the row stays unchanged and the training restarts.
      await trainingRowOf(deps, next)
        .set({ state: 'failed', finished_at: deps.clock() })
        .where('state', 'in', ['waiting', 'running'])
        .execute()
    }
  }
}

/** Requests a training where the last one, or the first label, is a week old, and enough labels have arrived since. */
async function scheduleTrainings({ db, clock, newId }: TrainingDeps): Promise<void> {
  const now = clock()
  const old = new Date(now.getTime() - week)
  const { rows: due } = await sql<{ environment_id: string }>`
    select l.environment_id from (select environment_id, min(received_at) as first from event_label group by 1) l
    join environment n on n.id = l.environment_id and n.status = 'Active'
    where l.first < ${old} and not exists (select from model_training t where t.environment_id = l.environment_id and t.kind = 'risk' and t.requested_at > ${old})`.execute(
    db,
  )
  for (const { environment_id: environmentId } of due) {
    const { rows, frauds } = await countLabels(db, environmentId)
    if (rows < minimumLabels.rows || Math.min(frauds, rows - frauds) < minimumLabels.perClass) continue
    const last = await db
      .selectFrom('model_training')
      .select('rows')
      .where('environment_id', '=', environmentId)
      .where('kind', '=', 'risk')
      .where('state', 'in', ['done', 'refused'])
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (rows < (last?.rows ?? 0) * (1 + minNewLabelShare)) continue
    await db
      .insertInto('model_training')
      .values(
        modelKinds.map(kind => ({
          environment_id: environmentId,
          id: newId(),
          kind,
          state: 'waiting' as const,
          requested_by_name: null,
          requested_at: now,
        })),
      )
      .execute()
  }
}

type TrainingRow = { environment_id: string; id: string; kind: 'risk' | 'bot'; requested_by_name: string | null }

const trainingRowOf = ({ db }: TrainingDeps, { environment_id, id }: TrainingRow) =>
  db.updateTable('model_training').where('environment_id', '=', environment_id).where('id', '=', id)
const findActiveVersion = async (db: TrainingDeps['db'], { environment_id, kind }: TrainingRow): Promise<number> =>
  (
    await db
      .selectFrom('model_version')
      .select('version')
      .where('environment_id', '=', environment_id)
      .where('kind', '=', kind)
      .where('state', '=', 'active')
      .executeTakeFirst()
  )?.version ?? 0

async function runTraining(deps: TrainingDeps, training: TrainingRow): Promise<void> {
  const { db, clock, newId, log, reload, perform } = deps
  const ownRow = trainingRowOf(deps, training)
  const started = clock().getTime()
  const claimed = await ownRow
    .set({ state: 'running', progress: 0 })
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst()
  if (claimed === undefined) return
  const activeVersion = await findActiveVersion(db, training)
  const answer = await perform(
    { environmentId: training.environment_id, kind: training.kind },
    async progress =>
      (await ownRow.set({ progress }).where('state', '=', 'running').returning('id').executeTakeFirst()) !== undefined,
  )
  if (answer === 'cancelled') return
  const { result, rows, frauds } = answer
  if (result.kind === 'refused') {
    await ownRow
      .set({
        state: 'refused',
        reason: result.reason,
        rows: result.rows,
        frauds: result.frauds,
        progress: 1,
        finished_at: clock(),
      })
      .where('state', '=', 'running')
      .execute()
    return
  }
  const card = createModelCard(training.kind, answer)
  const stored = await db.transaction().execute(async trx => {
    // The lock of the row prevents a user from activating another version at the same time.
    await trx.selectFrom('environment').select('id').where('id', '=', training.environment_id).forUpdate().execute()
    const { version: before } = await trx
      .selectFrom('model_version')
      .select(({ fn }) => fn.coalesce(fn.max('version'), sql<number>`0`).as('version'))
      .where('environment_id', '=', training.environment_id)
      .where('kind', '=', training.kind)
      .executeTakeFirstOrThrow()
    const version = before + 1
    const open = await trx
      .updateTable('model_training')
      .set({ state: 'done', progress: 1, rows, frauds, version, finished_at: clock() })
      .where('environment_id', '=', training.environment_id)
      .where('id', '=', training.id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    // Cancelled in the meantime: none of its results are stored.
    if (open === undefined) return false
    const own = trx
      .updateTable('model_version')
      .where('environment_id', '=', training.environment_id)
      .where('kind', '=', training.kind)
    // A model that learnt almost nothing is stored for inspection, and does not score. Neither does this one when a
    // user chose another version in the meantime.
    const scores = !card.weak && (await findActiveVersion(trx, training)) === activeVersion
    if (scores) await own.set({ state: 'retired' }).where('state', '=', 'active').execute()
    await trx
      .insertInto('model_version')
      .values({
        environment_id: training.environment_id,
        kind: training.kind,
        version,
        id: newId(),
        state: scores ? 'active' : 'retired',
        scorecard: JSON.stringify(result.card),
        card: JSON.stringify(card),
        rows,
        auc: card.auc,
        trained_at: clock(),
        trained_by_name: training.requested_by_name,
      })
      .execute()
    await trx
      .deleteFrom('model_version')
      .where('environment_id', '=', training.environment_id)
      .where('kind', '=', training.kind)
      .where('state', '=', 'retired')
      .where('version', '<=', version - maxVersions)
      .execute()
    return true
  })
  if (!stored) return
  log.write(1, 'models.trained', {
    environment: training.environment_id,
    kind: training.kind,
    rows,
    milliseconds: clock().getTime() - started,
  })
  await reload(training.environment_id)
}

const signalMeanings = {
  risk: new Map(riskFeatures.map(({ id, means, computed }) => [id, { means, computed }])),
  bot: new Map(botFeatures.map(([id, , means, computed]) => [id as string, { means, computed }])),
}

function createModelCard(kind: 'risk' | 'bot', { result, rows, frauds, from, to }: TrainingResult): ModelCard {
  if (result.kind === 'refused') throw new Error('There is no model.')
  const { quality, card, features, dropped } = result
  const bins = new Map(card.features.map(feature => [feature.id, feature]))
  const points = (weight: number): number => Math.round(pointsOf(weight))
  return {
    rows,
    frauds,
    from: from ?? '',
    to: to ?? '',
    heldOut: { rows: quality.rows, frauds: quality.frauds },
    auc: quality.auc,
    caughtAtOnePercent: quality.caughtAtOnePercent,
    calibrationError: quality.calibrationError,
    weak: quality.weak,
    calibration: quality.calibration,
    thresholds: quality.thresholds,
    features: features.map(({ id, share }) => {
      const { cuts = [], weights = [], unknown = 0 } = bins.get(id) ?? {}
      return {
        id,
        ...(signalMeanings[kind].get(id) ?? { means: id, computed: '' }),
        share,
        cuts,
        points: weights.map(points),
        unknown: points(unknown),
      }
    }),
    unused: dropped,
  }
}
