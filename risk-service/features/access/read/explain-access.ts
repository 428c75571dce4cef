import {
  type AccessExplanation,
  allows,
  type CapabilityLevel,
  capabilityLevelOf,
  type RoleId,
  rolesOfFamily,
} from '../../../contract/index.ts'
import { type AccessQuestion, decideAccess, type Grant } from '../../../kernel/access/access-decision.ts'
import { canSee, levelIn } from '../../../kernel/access/authorize.ts'
import type { ConsoleContext } from '../../../kernel/console-api/context.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Principal } from '../../../ports/index.ts'
import { loadPrincipals } from '../store/assignments.ts'
import { loadSubjects } from './stored-subject.ts'

type ExplainCall = Pick<ConsoleContext, 'ports' | 'db' | 'principal' | 'tree'>

/** Explains what a person or group of the tenant may do, by the same decision that the guard of every call makes. */
export async function explainAccess(
  call: ExplainCall,
  { principalId, ...question }: AccessQuestion & { principalId: string },
): Promise<AccessExplanation> {
  const { db, principal, ports } = call
  const subjects = await loadSubjects(db, { tenantId: principal.tenantId, ids: [principalId], now: ports.clock() })
  const subject = subjects.get(principalId)
  if (subject === undefined) throw new NotFoundError('There is no such person or group.')
  return describeDecision(call, subject, question, subject.signedInAt)
}

/** Explains what the caller may do, as the token and the store say now. */
export function explainOwnAccess(call: ExplainCall, question: AccessQuestion): Promise<AccessExplanation> {
  return describeDecision(call, call.principal, question, call.ports.clock())
}

async function describeDecision(
  { db, tree, principal }: ExplainCall,
  subject: Principal,
  question: AccessQuestion,
  signedInAt: Date | null,
): Promise<AccessExplanation> {
  const { capability, required } = question
  const decision = decideAccess(subject, question, tree)
  const family = await db
    .selectFrom('tenant')
    .select('role_family')
    .where('id', '=', principal.tenantId)
    .executeTakeFirstOrThrow()
  const groupIds = subject.assignments.flatMap(({ groupId }) => groupId ?? [])
  const groups = await loadPrincipals(db, principal.tenantId, groupIds)
  const describe = ({ role, environmentId, groupId, byDirectory }: Omit<Grant, 'distance'>) => ({
    role,
    by: byDirectory ? ('directoryRole' as const) : groupId === null ? ('assignment' as const) : ('group' as const),
    groupName: groupId === null ? null : (groups.get(groupId)?.name ?? groupId),
    environmentId,
    environmentName: environmentId === null ? null : (tree.get(environmentId)?.friendlyName ?? null),
    level: capabilityLevelOf(role, capability),
  })
  const reaches = (environmentId: string | null) =>
    decision.grants.some(grant => !grant.byDirectory && grant.environmentId === environmentId)
  // Of others, the caller learns only what the list of access of that environment shows them.
  const mayLearn = (environmentId: string) =>
    subject.id === principal.id
      ? canSee(principal, environmentId, tree)
      : allows(levelIn(principal, environmentId, 'settings.access.users', tree), 'read')
  const elsewhere = subject.assignments.filter(
    ({ role, environmentId }) =>
      environmentId !== null &&
      !reaches(environmentId) &&
      allows(capabilityLevelOf(role, capability), required) &&
      mayLearn(environmentId),
  )
  return {
    outcome: decision.outcome,
    name: subject.name,
    capability,
    required,
    level: decision.level,
    grants: decision.grants.map(describe).toSorted((a, b) => levels[b.level] - levels[a.level]),
    elsewhere: elsewhere.map(({ role, environmentId, groupId = null }) =>
      describe({ role, environmentId, groupId, byDirectory: false }),
    ),
    limited: decision.limited,
    sufficient: rolesOfFamily(family.role_family).filter((role: RoleId) =>
      allows(capabilityLevelOf(role, capability), required),
    ),
    signedInAt: signedInAt?.toISOString() ?? null,
  }
}

const levels: Record<CapabilityLevel, number> = { none: 0, read: 1, write: 2 }
