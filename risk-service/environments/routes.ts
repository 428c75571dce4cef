import { base } from '../session/base.ts'
import { visibleEnvironments } from './environments.ts'

export const environmentRoutes = {
  list: base.environments.list.handler(({ context }) => visibleEnvironments(context.principal, context.tree)),
}
