import { procedures } from '../../kernel/console-api/procedures.ts'
import { loadFcraStatus, recordAnswer } from './fcra.ts'

/**
 * About the caller only, whatever their rights: these procedures stay available while administrator capabilities are
 * off.
 */
export const fcraRoutes = {
  get: procedures.fcra.get.handler(({ context }) => loadFcraStatus(context)),
  accept: procedures.fcra.accept.handler(({ context, input }) => recordAnswer(context, input, true)),
  decline: procedures.fcra.decline.handler(({ context, input }) => recordAnswer(context, input, false)),
}
