import { type Branch, type BranchList, type Experiment, productionBranch, ruleLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ancestorsOf, scopeOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import {
  countRulesByBranch,
  findBranch,
  findBranchNamed,
  loadBranches,
  lockBranches,
  removeBranchRows,
  runningExperiment,
  type StoredBranch,
  type StoredExperiment,
} from '../branch-store.ts'
import { auditSnapshot } from '../lifecycle/rule-lifecycle.ts'
import type { RuleActionContext } from '../rule-action-context.ts'
import { requireAssessment } from '../rule-validation.ts'
import { findRuleSettings } from '../settings.ts'
import { loadPublishedRules, lockRuleSet, savePublished } from '../store.ts'

/** Actor of a change of the branches of an assessment in an environment. `origin`: address of the service. */
export type BranchActionContext = RuleActionContext & { eventType: string; origin: string }

/** Returns the path in the risk API by assessment; account events are distinguished by an id in their path. */
function endpointOf(editor: BranchActionContext, branch: string): Branch['endpoint'] {
  const { eventType, origin } = editor
  const { kind } = requireAssessment(editor.engine, editor.environmentId, eventType)
  const own =
    eventType === 'purchase'
      ? '/v1.0/MerchantServices/events/Purchase'
      : eventType === 'accountcreation'
        ? '/v1.0/action/account/create/{signUpId}'
        : eventType === 'accountlogin'
          ? '/v1.0/action/account/login/{loginId}'
          : kind === 'legacyCustom'
            ? `/v1.0/action/assessment/${eventType}`
            : `/v1.0/assessment/${eventType}`
  const path = branch === productionBranch ? own : `${own}/branch/${branch}`
  return { path, url: `${origin}${path}` }
}

export const toExperiment = (row: StoredExperiment, branch: string, now: Date): Experiment => {
  const ended = row.stopped_at ?? (row.ends_at !== null && row.ends_at <= now ? row.ends_at : null)
  return {
    id: row.id,
    name: row.name,
    branch,
    share: row.share,
    endsAt: row.ends_at?.toISOString() ?? null,
    callExternal: row.call_external,
    startedBy: row.started_by_name,
    startedAt: row.started_at.toISOString(),
    stoppedAt: ended?.toISOString() ?? null,
  }
}

function toBranch(editor: BranchActionContext, row: StoredBranch | null, ruleCount: number): Branch {
  const apiName = row?.api_name ?? productionBranch
  return {
    id: row?.id ?? null,
    apiName,
    name: row?.name ?? 'Production',
    production: row === null,
    ruleCount,
    endpoint: endpointOf(editor, apiName),
    createdBy: row?.created_by_name ?? null,
    createdAt: row?.created_at.toISOString() ?? null,
    experiment: row?.experiment ? toExperiment(row.experiment, apiName, editor.ports.clock()) : null,
  }
}

/** Lists production first, then the others by name. @throws NotFoundError for an unknown assessment */
export async function listBranches(db: Db, editor: BranchActionContext): Promise<BranchList> {
  const { environmentId, eventType } = editor
  requireAssessment(editor.engine, environmentId, eventType)
  const [rows, counts, settings] = await Promise.all([
    loadBranches(db, environmentId, eventType),
    countRulesByBranch(db, environmentId, eventType),
    findRuleSettings(db, environmentId, eventType),
  ])
  return {
    branches: [
      toBranch(editor, null, counts.get(productionBranch) ?? 0),
      ...rows.map(row => toBranch(editor, row, counts.get(row.api_name) ?? 0)),
    ],
    canKeepProduction: settings.promotions > 0,
  }
}

/** @throws NotFoundError */
export async function readBranch(db: Db, editor: BranchActionContext, apiName: string): Promise<Branch> {
  const found = (await listBranches(db, editor)).branches.find(branch => branch.apiName === apiName)
  if (!found) throw new NotFoundError('There is no such branch.')
  return found
}

/** Checks that a branch exists. @throws NotFoundError */
export async function requireBranch(db: Db, environmentId: string, eventType: string, apiName: string): Promise<void> {
  if (apiName !== productionBranch && !(await findBranch(db, environmentId, eventType, apiName)))
    throw new NotFoundError('There is no such branch.')
}

/** Returns a branch as a resource of the audit log. */
export const auditResource = ({ id, name }: Pick<StoredBranch, 'id' | 'name'>) => ({
  type: 'RuleBranch' as const,
  id,
  name,
})

/**
 * Checks that a name is free. Branch names are unique for an assessment, above and below, too, because calls of the
 * branch find it by name from any environment.
 */
export async function assertBranchAvailable(
  trx: Db,
  editor: BranchActionContext,
  apiName: string,
  path: string[],
): Promise<void> {
  const { tree, environmentId, eventType } = editor
  if (apiName.toLowerCase() === productionBranch)
    throw new ValidationError(path, 'This name belongs to the production branch.')
  const family = [...ancestorsOf(tree, environmentId).map(node => node.id), ...scopeOf(tree, environmentId)]
  if (await findBranchNamed(trx, family, eventType, apiName))
    throw new ConflictError('A branch with this API name already exists.', { reason: 'branch.exists' })
}

export interface NewBranch {
  apiName: string
  name: string
  from: string
  ruleIds: readonly string[]
}

/**
 * Creates a branch with copies of chosen published rules; drafts are not copied. @throws ConflictError at the limit and
 * when the name is taken, ValidationError for an unknown rule
 */
export async function createBranch(
  editor: BranchActionContext,
  { apiName, name, from, ruleIds }: NewBranch,
): Promise<Branch> {
  const { ports, principal, environmentId, eventType } = editor
  requireAssessment(editor.engine, environmentId, eventType)
  await ports.db.transaction().execute(async trx => {
    await lockBranches(trx, environmentId, eventType)
    await requireBranch(trx, environmentId, eventType, from)
    await assertBranchAvailable(trx, editor, apiName, ['apiName'])
    // Production counts as a branch.
    if ((await loadBranches(trx, environmentId, eventType)).length + 1 >= ruleLimits.branches) {
      throw new ConflictError(
        `An assessment has at most ${ruleLimits.branches} branches, production included. Delete a branch first.`,
        { reason: 'branches.limit', limit: ruleLimits.branches },
      )
    }
    await lockRuleSet(trx, { environmentId, eventType, branch: from, type: 'decision' })
    const rules = await loadPublishedRules(trx, {
      environmentIds: [environmentId],
      types: ['decision', 'postDecision'],
      eventType,
      branch: from,
    })
    ruleIds.forEach((id, index) => {
      if (!rules.some(rule => rule.id === id))
        throw new ValidationError(['ruleIds', index], 'This is not a published rule of the branch that is copied.')
    })
    const row = {
      environment_id: environmentId,
      event_type: eventType,
      api_name: apiName,
      id: ports.newId(),
      name,
      created_by: principal.id,
      created_by_name: principal.name,
      created_at: ports.clock(),
    }
    await trx.insertInto('rule_branch').values(row).execute()
    const places = new Map<string, number>()
    const copied = rules.filter(rule => ruleIds.includes(rule.id))
    for (const rule of copied) {
      const position = (places.get(rule.type) ?? 0) + 1
      places.set(rule.type, position)
      await savePublished(trx, {
        ...rule,
        id: ports.newId(),
        copied_from: rule.copied_from ?? rule.id,
        branch: apiName,
        position,
        version: 1,
        published_by: principal.id,
        published_by_name: principal.name,
        published_at: ports.clock(),
      })
    }
    await auditChange(trx, editor, auditResource(row), {
      operation: 'Create',
      before: null,
      after: { eventType, apiName, name, from, rules: copied.map(rule => rule.name) },
    })
  })
  await editor.engine.reloadRules(environmentId)
  return readBranch(ports.db, editor, apiName)
}

/**
 * Deletes a branch with its rules, the drafts of all users, and the results of its experiments. False when it was
 * deleted already.
 */
export async function removeBranch(editor: BranchActionContext, apiName: string): Promise<boolean> {
  const { ports, environmentId, eventType } = editor
  if (apiName === productionBranch) throw new ValidationError(['branch'], 'The production branch cannot be deleted.')
  requireAssessment(editor.engine, environmentId, eventType)
  const removed = await ports.db.transaction().execute(async trx => {
    await lockBranches(trx, environmentId, eventType)
    const branch = await findBranch(trx, environmentId, eventType, apiName)
    if (!branch) return false
    await assertNoExperiment(trx, editor, branch)
    await lockRuleSet(trx, { environmentId, eventType, branch: apiName, type: 'decision' })
    const rules = await loadPublishedRules(trx, {
      environmentIds: [environmentId],
      types: ['decision', 'postDecision'],
      eventType,
      branch: apiName,
    })
    await removeBranchRows(trx, branch, true)
    await auditChange(trx, editor, auditResource(branch), {
      operation: 'Delete',
      before: { eventType, apiName, name: branch.name, rules: rules.map(auditSnapshot) },
      after: null,
    })
    return true
  })
  await editor.engine.reloadRules(environmentId)
  return removed
}

export async function assertNoExperiment(trx: Db, editor: BranchActionContext, branch: StoredBranch): Promise<void> {
  const running = await runningExperiment(trx, editor.environmentId, editor.eventType, editor.ports.clock())
  if (running?.branch_id === branch.id)
    throw new ConflictError('An experiment is running on this branch. Stop it first.', { reason: 'experiment.running' })
}
