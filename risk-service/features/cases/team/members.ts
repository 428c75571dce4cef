import type { z } from 'zod'
import type { availabilitySchema, capacitySchema, TeamMember } from '../../../contract/cases/team-entities.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { assignWaitingCases } from '../clock/assign-cases.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import { isPresent } from '../model/availability.ts'
import type { Reviewer } from '../model/queue-role.ts'
import { loadReviewers } from '../queues/reviewers.ts'
import { countOpenCases, loadProfiles, lockProfile, newProfile, putProfile } from '../store/team-store.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'

type Availability = z.infer<typeof availabilitySchema>
type Capacity = z.infer<typeof capacitySchema>
interface Member {
  environmentId: string
  userId: string
}

/** Returns availability, load and skills of everybody who may review cases of an environment, by name. */
export async function listMembers(call: CaseCall, environmentId: string): Promise<TeamMember[]> {
  await advanceCases(call, [environmentId])
  return describeMembers(call, environmentId, await loadReviewers(call, environmentId))
}

/** Returns the caller as a member of the team, also one whose roles come from the directory. */
export async function readOwnMember(call: CaseCall, environmentId: string): Promise<TeamMember> {
  await advanceCases(call, [environmentId])
  const [own] = await describeMembers(call, environmentId, [call.principal])
  return own as TeamMember
}

async function describeMembers(
  { db, ports }: Pick<CaseCall, 'db' | 'ports'>,
  environmentId: string,
  people: readonly Omit<Reviewer, 'manager'>[],
): Promise<TeamMember[]> {
  const ids = people.map(({ id }) => id)
  const now = ports.clock()
  const [profiles, loads] = await Promise.all([
    loadProfiles(db, environmentId, ids),
    countOpenCases(db, environmentId, ids, now),
  ])
  return people.map(({ id, name, username }) => {
    const profile = profiles.get(id) ?? newProfile
    return { id, name, username, ...profile, present: isPresent(profile, now), load: loads.get(id) ?? 0 }
  })
}

/** Changes when the caller is there. */
export async function setAvailability(
  call: CaseCall,
  environmentId: string,
  { away, hours }: Availability,
): Promise<TeamMember> {
  await changeProfile(call, { environmentId, userId: call.principal.id }, call.principal.name, { away, hours })
  return readOwnMember(call, environmentId)
}

/** Changes how many cases a person gets, and which. @throws NotFoundError for a person who may not review here */
export async function setCapacity(
  call: CaseCall,
  { environmentId, userId }: Member,
  { openCases, skills }: Capacity,
): Promise<TeamMember> {
  const person = (await loadReviewers(call, environmentId)).find(({ id }) => id === userId)
  if (person === undefined) throw new NotFoundError('This person may not review cases of the environment.')
  await changeProfile(call, { environmentId, userId }, person.name, { openCases, skills })
  const [member] = await describeMembers(call, environmentId, [person])
  return member as TeamMember
}

async function changeProfile(
  call: CaseCall,
  { environmentId, userId }: Member,
  name: string,
  change: Availability | Capacity,
): Promise<void> {
  await call.db.transaction().execute(async trx => {
    const before = await lockProfile(trx, environmentId, userId)
    const after = { ...before, ...change }
    if (isSameJson(before, after)) return
    await putProfile(trx, environmentId, userId, after)
    await auditCall(
      trx,
      call,
      environmentId,
      { type: 'Reviewer', id: userId, name },
      { operation: 'Update', before, after },
    )
  })
  publishQueue(call.live, environmentId, null)
  await assignWaitingCases(call, [environmentId])
}
