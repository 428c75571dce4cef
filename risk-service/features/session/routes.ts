import { procedures } from '../../kernel/console-api/procedures.ts'
import { loadSession } from './session.ts'

export const sessionRoutes = {
  get: procedures.session.get.handler(async ({ context, errors }) => {
    const session = await loadSession(context.db, context.principal, context.tree)
    if (!session) throw errors.NOT_FOUND({ message: 'This tenant is not set up in this installation.' })
    return session
  }),
}
