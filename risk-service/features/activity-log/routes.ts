import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { exportProof } from './chain/export-proof.ts'
import { exportLog } from './search/export-log.ts'
import { countLog, getEntry, searchLog } from './search/read-log.ts'

const { activityLog } = procedures

export const activityLogRoutes = {
  search: activityLog.search
    .use(inEnvironment)
    .handler(({ context, input, signal }) => searchLog(context, input, signal)),
  count: activityLog.count.use(inEnvironment).handler(({ context, input, signal }) => countLog(context, input, signal)),
  get: activityLog.get.use(inEnvironment).handler(({ context, input }) => getEntry(context, input)),
  export: activityLog.export
    .use(inEnvironment)
    .handler(({ context, input, signal }) => exportLog(context, input, signal)),
  proof: activityLog.proof
    .use(inEnvironment)
    .handler(({ context, input, signal }) => exportProof(context, input, signal)),
}
