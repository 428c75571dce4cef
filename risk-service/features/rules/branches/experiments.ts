import { type Branch, type ExperimentResults, productionBranch } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import {
  endDueExperiments,
  findBranch,
  loadBranches,
  loadExperimentFigures,
  lockBranches,
  runningExperiment,
  type StoredExperiment,
} from '../branch-store.ts'
import { requireAssessment } from '../rule-validation.ts'
import { type BranchActionContext, readBranch, toExperiment } from './branches.ts'

export interface NewExperiment {
  name: string
  share: number
  endsAt: string | null
  callExternal: boolean
}

/**
 * Starts to run a branch in the shadow of a share of the production traffic. A repeated request returns the running
 * experiment.
 * @throws ConflictError while another one runs on the assessment, ValidationError for an end in the past
 */
export async function startExperiment(
  editor: BranchActionContext,
  apiName: string,
  requested: NewExperiment,
): Promise<Branch> {
  const { ports, principal, environmentId, eventType } = editor
  requireAssessment(editor.engine, environmentId, eventType)
  if (apiName === productionBranch)
    throw new ValidationError(['branch'], 'Production cannot be the branch of an experiment.')
  await ports.db.transaction().execute(async trx => {
    await lockBranches(trx, environmentId, eventType)
    const now = ports.clock()
    const branch = await findBranch(trx, environmentId, eventType, apiName)
    if (!branch) throw new NotFoundError('There is no such branch.')
    await endDueExperiments(trx, environmentId, eventType, now)
    const running = await runningExperiment(trx, environmentId, eventType, now)
    if (running !== null) {
      if (running.branch_id !== branch.id) {
        const runningBranch = (await loadBranches(trx, environmentId, eventType)).find(
          each => each.id === running.branch_id,
        )
        throw new ConflictError(
          `The experiment ${running.name} runs on the branch ${runningBranch?.name ?? ''}. Stop it first.`,
          {
            reason: 'experiment.other',
          },
        )
      }
      const same =
        running.name === requested.name &&
        running.share === requested.share &&
        running.call_external === requested.callExternal &&
        (running.ends_at?.getTime() ?? null) ===
          (requested.endsAt === null ? null : new Date(requested.endsAt).getTime()) &&
        running.started_by === principal.id
      if (same) return
      throw new ConflictError(
        'An experiment runs on this branch. Stop it, change what is to be changed, and start again.',
        {
          reason: 'experiment.running',
        },
      )
    }
    if (requested.endsAt !== null && new Date(requested.endsAt) <= now)
      throw new ValidationError(['endsAt'], 'The end has to be in the future.')
    const row: StoredExperiment = {
      id: ports.newId(),
      environment_id: environmentId,
      event_type: eventType,
      branch_id: branch.id,
      name: requested.name,
      share: requested.share,
      ends_at: requested.endsAt === null ? null : new Date(requested.endsAt),
      call_external: requested.callExternal,
      started_by: principal.id,
      started_by_name: principal.name,
      started_at: now,
      stopped_at: null,
    }
    await trx.insertInto('rule_experiment').values(row).execute()
    await auditChange(trx, editor, auditResource(row), {
      operation: 'Start',
      before: null,
      after: { branch: apiName, ...requested },
    })
  })
  await editor.engine.reloadRules(environmentId)
  return readBranch(ports.db, editor, apiName)
}

/** Stops the running experiment of the branch; no effect without one. */
export async function stopExperiment(editor: BranchActionContext, apiName: string): Promise<Branch> {
  const { ports, environmentId, eventType } = editor
  requireAssessment(editor.engine, environmentId, eventType)
  await ports.db.transaction().execute(async trx => {
    await lockBranches(trx, environmentId, eventType)
    const now = ports.clock()
    const branch = await findBranch(trx, environmentId, eventType, apiName)
    if (!branch) throw new NotFoundError('There is no such branch.')
    await endDueExperiments(trx, environmentId, eventType, now)
    const running = await runningExperiment(trx, environmentId, eventType, now)
    if (running?.branch_id !== branch.id) return
    await trx.updateTable('rule_experiment').set({ stopped_at: now }).where('id', '=', running.id).execute()
    await auditChange(trx, editor, auditResource(running), {
      operation: 'Stop',
      before: { branch: apiName, name: running.name, share: running.share },
      after: null,
    })
  })
  await editor.engine.reloadRules(environmentId)
  return readBranch(ports.db, editor, apiName)
}

const auditResource = ({ id, name }: Pick<StoredExperiment, 'id' | 'name'>) => ({
  type: 'RuleExperiment' as const,
  id,
  name,
})

/** Returns the results of the latest experiment of a branch; null without any. */
export async function loadExperimentResults(
  db: Db,
  editor: BranchActionContext,
  apiName: string,
): Promise<ExperimentResults | null> {
  requireAssessment(editor.engine, editor.environmentId, editor.eventType)
  const branch = await findBranch(db, editor.environmentId, editor.eventType, apiName)
  if (!branch) throw new NotFoundError('There is no such branch.')
  if (!branch.experiment) return null
  const { decisions, rules } = await loadExperimentFigures(db, branch.experiment.id)
  const sum = (rows: readonly { events: number }[]) => rows.reduce((total, row) => total + row.events, 0)
  return {
    experiment: toExperiment(branch.experiment, apiName, editor.ports.clock()),
    events: sum(decisions),
    changed: sum(decisions.filter(row => row.production !== row.branch)),
    decisions,
    rules,
  }
}
