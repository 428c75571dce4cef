import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { beginUpload } from './begin-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { cancelUpload, removeUploads } from './end-upload.ts'
import { listUploads, loadUpload } from './read-uploads.ts'
import { saveMapping } from './save-mapping.ts'
import { sendChunk } from './send-chunk.ts'
import { uploadCallOf } from './upload-call.ts'

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
}
