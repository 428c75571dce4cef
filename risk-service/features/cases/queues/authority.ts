import type { AuthorityLimit } from '../../../contract/cases/case-authority.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ancestorsOf } from '../../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { loadLimits, writeLimit } from '../store/authority-store.ts'
import type { CaseCall } from '../work/case-call.ts'
import { loadReviewers } from './reviewers.ts'

/** Returns the reviewers of an environment with the highest amount that each of them approves alone. */
export async function listLimits(call: CaseCall, environmentId: string): Promise<AuthorityLimit[]> {
  const above = ancestorsOf(call.tree, environmentId).reverse()
  const [reviewers, limits] = await Promise.all([
    loadReviewers(call, environmentId),
    loadLimits(call.db, [environmentId, ...above.map(({ id }) => id)]),
  ])
  return reviewers.map(({ id: userId, name }) => {
    const limitIn = (id: string) => limits.find(each => each.environment_id === id && each.user_id === userId)
    const source = above.find(({ id }) => limitIn(id) !== undefined)
    return {
      userId,
      name,
      amountUsd: limitIn(environmentId)?.amount_usd ?? null,
      inherited:
        source === undefined
          ? null
          : { amountUsd: limitIn(source.id)?.amount_usd ?? 0, environmentName: source.friendlyName },
    }
  })
}

/** Changes the limits of some reviewers. @throws ValidationError for somebody who does not review cases here */
export async function setLimits(
  call: CaseCall,
  environmentId: string,
  limits: readonly { userId: string; amountUsd: number | null }[],
): Promise<AuthorityLimit[]> {
  const before = await listLimits(call, environmentId)
  const { ports, principal, actorRoles, correlationId } = call
  await call.db.transaction().execute(async trx => {
    for (const [index, { userId, amountUsd }] of limits.entries()) {
      const reviewer = before.find(each => each.userId === userId)
      if (reviewer === undefined)
        throw new ValidationError(['limits', index, 'userId'], 'This person may not review cases of the environment.')
      if (reviewer.amountUsd === amountUsd) continue
      await writeLimit(
        trx,
        { environment_id: environmentId, user_id: userId, amount_usd: amountUsd },
        principal.name,
        ports.clock(),
      )
      await auditChange(
        trx,
        { ports, principal, roles: actorRoles, correlationId, environmentId },
        { type: 'CaseAuthority', id: userId, name: reviewer.name },
        { operation: 'Update', before: { amountUsd: reviewer.amountUsd }, after: { amountUsd } },
      )
    }
  })
  return listLimits(call, environmentId)
}
