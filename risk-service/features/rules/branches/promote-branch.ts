import { type BranchList, productionBranch } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { assertNoAssessmentLoop } from '../../usage/assessment-loops.ts'
import { findBranch, lockBranches, removeBranchRows } from '../branch-store.ts'
import { auditSnapshot } from '../lifecycle/rule-lifecycle.ts'
import { requireAssessment } from '../rule-validation.ts'
import { findRuleSettings } from '../settings.ts'
import { carrySnoozes } from '../snoozes.ts'
import { loadPublishedRules, lockRuleSet } from '../store.ts'
import {
  assertBranchAvailable,
  assertNoExperiment,
  auditResource,
  type BranchActionContext,
  listBranches,
} from './branches.ts'

/**
 * Makes a branch production: its rules, drafts included, replace the production rules. The previous ones are stored as
 * a branch on request, drafts included, and deleted otherwise; their versions stay in the history.
 * @throws ConflictError while its experiment runs, and when production is to be kept at the first promotion
 */
export async function promoteBranch(
  editor: BranchActionContext,
  apiName: string,
  copy: { apiName: string; name: string } | null,
): Promise<BranchList> {
  const { ports, principal, environmentId, eventType } = editor
  requireAssessment(editor.engine, environmentId, eventType)
  if (apiName === productionBranch) throw new ValidationError(['branch'], 'This is the production branch.')
  await ports.db.transaction().execute(async trx => {
    await lockBranches(trx, environmentId, eventType)
    const branch = await findBranch(trx, environmentId, eventType, apiName)
    if (!branch) throw new NotFoundError('There is no such branch.')
    await assertNoExperiment(trx, editor, branch)
    const settings = await findRuleSettings(trx, environmentId, eventType)
    if (copy !== null && settings.promotions === 0) {
      throw new ConflictError(
        'At the first promotion of an assessment the production rules cannot be kept as a branch. Make a branch with copies of them first.',
        { reason: 'promotion.first' },
      )
    }
    for (const name of [productionBranch, apiName].sort())
      await lockRuleSet(trx, { environmentId, eventType, branch: name, type: 'decision' })
    const before = await loadPublishedRules(trx, {
      environmentIds: [environmentId],
      types: ['decision', 'postDecision'],
      eventType,
      branch: productionBranch,
    })
    // Before the branch is deleted: under its name the rules of both would become one set.
    if (copy !== null) await assertBranchAvailable(trx, editor, copy.apiName, ['keepProductionAs', 'apiName'])
    await carrySnoozes(trx, editor, apiName)
    await removeBranchRows(trx, branch, false)
    const move = async (from: string, to: string) => {
      for (const table of ['rule', 'rule_draft'] as const) {
        await trx
          .updateTable(table)
          .set({ branch: to })
          .where('environment_id', '=', environmentId)
          .where('event_type', '=', eventType)
          .where('branch', '=', from)
          .where('type', '<>', 'routing')
          .execute()
      }
    }
    if (copy === null) {
      for (const table of ['rule', 'rule_draft'] as const) {
        await trx
          .deleteFrom(table)
          .where('environment_id', '=', environmentId)
          .where('event_type', '=', eventType)
          .where('branch', '=', productionBranch)
          .where('type', '<>', 'routing')
          .execute()
      }
    } else {
      await move(productionBranch, copy.apiName)
      await trx
        .insertInto('rule_branch')
        .values({
          environment_id: environmentId,
          event_type: eventType,
          api_name: copy.apiName,
          id: ports.newId(),
          name: copy.name,
          created_by: principal.id,
          created_by_name: principal.name,
          created_at: ports.clock(),
        })
        .execute()
    }
    await move(apiName, productionBranch)
    const after = await loadPublishedRules(trx, {
      environmentIds: [environmentId],
      types: ['decision', 'postDecision'],
      eventType,
      branch: productionBranch,
    })
    // Rules of a branch are part of a loop only once they are those of production.
    for (const { body, status } of after)
      if (status === 'active') await assertNoAssessmentLoop(trx, editor, body, 'branch')
    await trx
      .insertInto('rule_setting')
      .values({ environment_id: environmentId, event_type: eventType, promotions: 1 })
      .onConflict(conflict =>
        conflict.columns(['environment_id', 'event_type']).doUpdateSet({ promotions: settings.promotions + 1 }),
      )
      .execute()
    await auditChange(trx, editor, auditResource(branch), {
      operation: 'Promote',
      before: { rules: before.map(auditSnapshot) },
      after: { rules: after.map(auditSnapshot), keptAs: copy?.apiName ?? null },
    })
  })
  await editor.engine.reloadRules(environmentId)
  return listBranches(ports.db, editor)
}
