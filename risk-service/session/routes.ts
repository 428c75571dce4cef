import { base } from './base.ts'
import { readSession } from './session.ts'

export const sessionRoutes = {
  get: base.session.get.handler(async ({ context, errors }) => {
    const session = await readSession(context.db, context.principal, context.tree)
    if (!session) throw errors.NOT_FOUND({ message: 'This tenant is not set up in this installation.' })
    return session
  }),
}
