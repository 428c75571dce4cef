import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { readSetup, readTest } from './fingerprint-tests.ts'
import { checkHost } from './host-check.ts'

const { fingerprinting } = procedures

export const fingerprintingRoutes = {
  overview: fingerprinting.overview
    .use(inEnvironment)
    .handler(({ context, input }) => readSetup({ ...context, environmentId: input.environmentId })),
  read: fingerprinting.read
    .use(inEnvironment)
    .handler(({ context, input }) => readTest({ ...context, environmentId: input.environmentId }, input.sessionId)),
  checkHost: fingerprinting.checkHost
    .use(inEnvironment)
    .handler(({ context, input }) => checkHost(context, input.host)),
}
