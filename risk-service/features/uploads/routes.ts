import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { beginUpload } from './begin-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { cancelUpload, removeUploads } from './end-upload.ts'
import { uploadCallOf } from './files/upload-call.ts'
import { requestRun } from './processing/requested-runs.ts'
import { listUploads, loadUpload } from './read-uploads.ts'
import { createErrorFile, listIssues } from './run-reads/load-issues.ts'
import { cancelRun, listRuns, loadRun } from './run-reads/load-runs.ts'
import { saveMapping } from './save-mapping.ts'
import { sendChunk } from './send-chunk.ts'
import { readDailyChargebacks } from './statistics/daily-chargebacks.ts'

const { uploads } = procedures

export const uploadRoutes = {
  list: uploads.list
    .use(inEnvironment)
    .handler(({ context, input }) => listUploads(uploadCallOf(context, input), input.area)),
  get: uploads.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadUpload(uploadCallOf(context, input), input.entity)),
  begin: uploads.begin
    .use(inEnvironment)
    .handler(({ context, input: { entity, ...file } }) => beginUpload(uploadCallOf(context, file), entity, file)),
  sendChunk: uploads.sendChunk
    .use(inEnvironment)
    .handler(({ context, input }) => sendChunk(uploadCallOf(context, input), input.entity, input, context.content)),
  complete: uploads.complete
    .use(inEnvironment)
    .handler(({ context, input }) => completeUpload(uploadCallOf(context, input), input.entity, input)),
  cancel: uploads.cancel
    .use(inEnvironment)
    .handler(({ context, input }) => cancelUpload(uploadCallOf(context, input), input.entity, input.uploadId)),
  remove: uploads.remove
    .use(inEnvironment)
    .handler(({ context, input }) => removeUploads(uploadCallOf(context, input), input.entities)),
  saveMapping: uploads.saveMapping
    .use(inEnvironment)
    .handler(({ context, input }) => saveMapping(uploadCallOf(context, input), input.entity, input)),
  process: uploads.process.use(inEnvironment).handler(async ({ context, input }) => {
    const call = uploadCallOf(context, input)
    return loadRun(call, (await requestRun(call, input)).id)
  }),
  runs: uploads.runs.use(inEnvironment).handler(({ context, input }) => listRuns(uploadCallOf(context, input), input)),
  run: uploads.run
    .use(inEnvironment)
    .handler(({ context, input }) => loadRun(uploadCallOf(context, input), input.runId)),
  runIssues: uploads.runIssues
    .use(inEnvironment)
    .handler(({ context, input }) => listIssues({ ...uploadCallOf(context, input), masking: context.masking }, input)),
  dailyChargebacks: uploads.dailyChargebacks
    .use(inEnvironment)
    .handler(({ context, input }) => readDailyChargebacks(context.db, input.environmentId, input)),
  cancelRun: uploads.cancelRun
    .use(inEnvironment)
    .handler(({ context, input }) => cancelRun(uploadCallOf(context, input), input.runId)),
  errorFile: uploads.errorFile
    .use(inEnvironment)
    .handler(({ context, input }) =>
      createErrorFile({ ...uploadCallOf(context, input), masking: context.masking }, input),
    ),
}
