import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { listGroups, removeGroup, saveGroup } from './team/groups.ts'
import { listMembers, readOwnMember, setAvailability, setCapacity } from './team/members.ts'

const { team } = procedures

export const teamRoutes = {
  availability: team.availability
    .use(inEnvironment)
    .handler(({ context, input }) => readOwnMember(context, input.environmentId)),
  setAvailability: team.setAvailability
    .use(inEnvironment)
    .handler(({ context, input }) => setAvailability(context, input.environmentId, input)),
  members: team.members.use(inEnvironment).handler(({ context, input }) => listMembers(context, input.environmentId)),
  setCapacity: team.setCapacity.use(inEnvironment).handler(({ context, input }) => setCapacity(context, input, input)),
  groups: team.groups.use(inEnvironment).handler(({ context, input }) => listGroups(context, input.environmentId)),
  saveGroup: team.saveGroup.use(inEnvironment).handler(({ context, input }) => saveGroup(context, input)),
  removeGroup: team.removeGroup.use(inEnvironment).handler(async ({ context, input }) => {
    await removeGroup(context, input)
    return {}
  }),
}
