import { newId } from '../../../kernel/store/new-id.ts'
import type { CaseCall } from '../work/case-call.ts'
import { type CaseBench, caseIds } from './case-bench.ts'

/** Returns a call of an analyst whom no directory knows, for tests with more reviewers than the bench has people. */
export const reviewerCall = ({ store: { db }, now, engine, live }: CaseBench, id: string): CaseCall =>
  ({
    ports: { db, clock: now, newId },
    db,
    engine,
    live,
    principal: { tenantId: caseIds.tenant, id, name: id, username: id, wids: [], assignments: [] },
    actorRoles: ['ManualReviewAnalyst'],
    tree: new Map([[caseIds.root, { id: caseIds.root, parentId: null }]]),
    correlationId: id,
    scope: [caseIds.root],
  }) as unknown as CaseCall
