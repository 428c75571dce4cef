import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { findEvents } from './requests/find-events.ts'
import { liftHold, setHold } from './requests/holds.ts'
import { planRequest } from './requests/plan-request.ts'
import { downloadExport, downloadReceipt, getRequest, listHolds, listRequests } from './requests/read-requests.ts'
import { submitRequest } from './requests/submit-request.ts'
import { loadSubjectAssessments } from './subjects/resolve-subject.ts'

const { subjectRequests } = procedures

export const subjectRequestRoutes = {
  assessments: subjectRequests.assessments.use(inEnvironment).handler(async ({ context, input }) => {
    const found = await loadSubjectAssessments({ ...context, environmentId: input.environmentId })
    return { assessments: found.map(({ key, name, attributes }) => ({ key, name, attributes })) }
  }),
  find: subjectRequests.find
    .use(inEnvironment)
    .handler(({ context, input, signal }) => findEvents(context, input, signal)),
  preview: subjectRequests.preview
    .use(inEnvironment)
    .handler(({ context, input, signal }) => planRequest(context, input, signal)),
  create: subjectRequests.create.use(inEnvironment).handler(({ context, input }) => submitRequest(context, input)),
  list: subjectRequests.list.use(inEnvironment).handler(({ context, input }) => listRequests(context, input)),
  get: subjectRequests.get.use(inEnvironment).handler(({ context, input }) => getRequest(context, input.requestId)),
  download: subjectRequests.download
    .use(inEnvironment)
    .handler(({ context, input, signal }) => downloadExport(context, input, signal)),
  receipt: subjectRequests.receipt
    .use(inEnvironment)
    .handler(({ context, input }) => downloadReceipt(context, input.requestId)),
  holds: subjectRequests.holds
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ holds: await listHolds(context, input.environmentId) })),
  hold: subjectRequests.hold.use(inEnvironment).handler(({ context, input }) => setHold(context, input)),
  release: subjectRequests.release
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ lifted: await liftHold(context, input) })),
}
