import { base } from '../session/base.ts'
import { answer, readStatus } from './fcra.ts'

/**
 * About the caller themselves, whatever they may do otherwise: these stay open while administrator capabilities are
 * off.
 */
export const fcraRoutes = {
  get: base.fcra.get.handler(({ context }) => readStatus(context)),
  accept: base.fcra.accept.handler(({ context, input }) => answer(context, input, true)),
  decline: base.fcra.decline.handler(({ context, input }) => answer(context, input, false)),
}
