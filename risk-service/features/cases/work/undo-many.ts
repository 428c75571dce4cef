import type { undoResults } from '../../../contract/cases/bulk-decisions.ts'
import { allows } from '../../../contract/index.ts'
import { AccessError, levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import type { CaseKey } from '../store/case-store.ts'
import { eachInParallel } from './bulk.ts'
import { undoDecision } from './decisions.ts'
import type { DecidingCall } from './list-updates.ts'

type UndoResult = (typeof undoResults)[number]

/**
 * Takes back the caller's decision of several cases, such as those of one bundle; each has a result of its own. Cases
 * that the caller reviewed together are one review again.
 */
export function undoMany(call: DecidingCall, cases: readonly CaseKey[]): Promise<(CaseKey & { result: UndoResult })[]> {
  return eachInParallel(cases, async key => ({ ...key, result: await undoOne(call, key) }))
}

async function undoOne(call: DecidingCall, key: CaseKey): Promise<UndoResult> {
  const { principal, tree } = call
  if (!tree.has(key.environmentId)) return 'case.notFound'
  if (!allows(levelIn(principal, key.environmentId, 'cases.review', tree), 'write')) return 'case.forbidden'
  try {
    await undoDecision({ ...call, actorRoles: rolesIn(principal, key.environmentId, tree) }, key)
    return 'undone'
  } catch (error) {
    if (error instanceof NotFoundError) return 'case.notFound'
    if (error instanceof AccessError) return 'case.forbidden'
    if (!(error instanceof ConflictError)) throw error
    return error.data.reason === 'case.undoExpired' ? 'case.undoExpired' : 'case.conflict'
  }
}
