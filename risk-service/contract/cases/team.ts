import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { caseLimits } from './case-definitions.ts'
import { availabilitySchema, capacitySchema, reviewerGroupSchema, teamMemberSchema } from './team-entities.ts'

const teamPath = `${environmentRoute}/casemanagement/team`
const groupPath = `${environmentRoute}/casemanagement/groups`
const groupInput = environmentInput.extend({ groupId: uuid })

export const teamContract = {
  availability: procedure
    .route({ method: 'GET', path: `${teamPath}/me`, summary: 'The caller’s availability, load and skills' })
    .input(environmentInput)
    .output(teamMemberSchema),
  setAvailability: procedure
    .route({ method: 'PUT', path: `${teamPath}/me`, summary: 'Change the caller’s availability' })
    .input(environmentInput.extend(availabilitySchema.shape))
    .output(teamMemberSchema),
  members: procedure
    .route({
      method: 'GET',
      path: teamPath,
      summary: 'Availability, load and skills of everybody who may review cases of the environment, by name',
    })
    .input(environmentInput)
    .output(z.array(teamMemberSchema)),
  setCapacity: procedure
    .route({ method: 'PUT', path: `${teamPath}/{userId}`, summary: 'Change how many cases a person gets, and which' })
    .input(environmentInput.extend({ userId: uuid, ...capacitySchema.shape }))
    .output(teamMemberSchema),
  groups: procedure
    .route({ method: 'GET', path: groupPath, summary: 'Groups of reviewers of the environment, by name' })
    .input(environmentInput)
    .output(z.array(reviewerGroupSchema)),
  saveGroup: procedure
    .route({
      method: 'PUT',
      path: `${groupPath}/{groupId}`,
      summary: 'Create or change a group of reviewers; the caller gives the id',
    })
    .input(
      groupInput.extend({
        /** 0: a new group. */
        baseVersion: z.number().int().min(0),
        name: z.string().trim().min(1).max(caseLimits.name),
        members: z.array(uuid).max(caseLimits.groupMembers),
      }),
    )
    .output(reviewerGroupSchema),
  removeGroup: procedure
    .route({ method: 'DELETE', path: `${groupPath}/{groupId}`, summary: 'Delete a group that no queue names' })
    .input(groupInput.extend({ baseVersion: z.coerce.number().int() }))
    .output(z.object({})),
}
