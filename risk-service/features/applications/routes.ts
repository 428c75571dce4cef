import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import {
  type ApplicationCall,
  addProof,
  createApplication,
  listApplications,
  removeApplication,
  removeCredential,
  updateApplication,
} from './applications.ts'
import { assignApplication, findApplications } from './assign-application.ts'
import { endBrownOut, readApplicationUse, startBrownOut } from './brown-outs.ts'
import { describeCertificate } from './certificates.ts'

const { applications } = procedures

const callOf = (
  context: Omit<ApplicationCall, 'environmentId'>,
  { environmentId }: { environmentId: string },
): ApplicationCall => ({ ...context, environmentId })

export const applicationRoutes = {
  list: applications.list.use(inEnvironment).handler(({ context, input }) => listApplications(callOf(context, input))),
  create: applications.create
    .use(inEnvironment)
    .handler(({ context, input }) => createApplication(callOf(context, input), input)),
  update: applications.update
    .use(inEnvironment)
    .handler(({ context, input }) => updateApplication(callOf(context, input), input)),
  find: applications.find
    .use(inEnvironment)
    .handler(({ context, input }) => findApplications(callOf(context, input), input.query)),
  assign: applications.assign
    .use(inEnvironment)
    .handler(({ context, input }) => assignApplication(callOf(context, input), input)),
  remove: applications.remove
    .use(inEnvironment)
    .handler(({ context, input }) => removeApplication(callOf(context, input), input.clientId)),
  addSecret: applications.addSecret
    .use(inEnvironment)
    .handler(({ context, input }) => addProof(callOf(context, input), input)),
  addCertificate: applications.addCertificate
    .use(inEnvironment)
    .handler(({ context, input }) => addProof(callOf(context, input), input)),
  readCertificate: applications.readCertificate
    .use(inEnvironment)
    .handler(({ context, input }) => describeCertificate(context, input.certificate)),
  removeCredential: applications.removeCredential
    .use(inEnvironment)
    .handler(({ context, input }) => removeCredential(callOf(context, input), input)),
  callers: applications.callers
    .use(inEnvironment)
    .handler(({ context, input }) => readApplicationUse(callOf(context, input), input)),
  startBrownOut: applications.startBrownOut
    .use(inEnvironment)
    .handler(({ context, input }) => startBrownOut(callOf(context, input), input)),
  endBrownOut: applications.endBrownOut
    .use(inEnvironment)
    .handler(({ context, input }) => endBrownOut(callOf(context, input), input)),
}
