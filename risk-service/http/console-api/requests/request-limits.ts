/** Limits of the size and the depth of a call of the console API. */
import { ORPCError } from '@orpc/server'
import { listLimits } from '../../../contract/lists/list-definitions.ts'
import { uploadLimits } from '../../../contract/uploads/upload-definitions.ts'
import { deepestJson, isTooDeep, objectOf } from '../../../engine/lib/json.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Large enough for a rule of a hundred clauses with its sample. */
const maxBodySize = 4 * 1024 * 1024
const tooLarge = 'The request is too large: at most 4 MiB are taken.'
/** A file of a list, and the rest of its form. */
const maxUpload = listLimits.fileSize + 64 * 1024
/** Limits of a form with files, in bytes. */
export const formLimits = { size: maxUpload, fieldSize: maxBodySize }
const fileTooLarge = 'The request is too large: a file has to be smaller than 20 MB.'
const uploads =
  /\/(?:environments(?:\/create)?|(?:rule|assessment|environment)Templates\/(?:add|check|use)|templates\/[a-z]+\/(?:import|check|use)|customLists\/(?:check|create|replace)|notes\/attach|events\/[^/]+\/[^/]+\/note-attachments|supportLists\/import|dualRuns\/start|environments\/[^/]+\/dual-runs|lists\/custom(?:\/check|\/[^/]+\/file)?|lists\/support\/[^/]+\/import)$/

/** Content beside the input is at most a chunk of an uploaded file. */
const contentLimit = {
  size: uploadLimits.chunkSize,
  message: 'The request is too large: a chunk has at most 8 MiB.',
}
const contentPaths = /\/uploads\/\w+\/[^/]+\/chunks\/[^/]+$/
/** Rules, lists and settings that move in are texts of JSON. */
const textPaths = /\/(?:movingIn\/(?:preview|apply)|moving-in(?:\/preview)?)$/
/** Whether the body of a call is content beside its input, which is in the query: bytes as they are. */
export const hasContent = ({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/octet-stream') && contentPaths.test(new URL(url).pathname)

/** Returns the maximum size of a call: for chunks and forms with files more than for texts. */
export function limitOf(request: Pick<Request, 'url' | 'headers'>): { size: number; message: string } {
  if (hasContent(request)) return contentLimit
  if (textPaths.test(new URL(request.url).pathname)) return { size: maxUpload, message: fileTooLarge }
  const upload =
    (request.headers.get('content-type') ?? '').startsWith('multipart/form-data') &&
    uploads.test(new URL(request.url).pathname)
  return upload ? { size: maxUpload, message: fileTooLarge } : { size: maxBodySize, message: tooLarge }
}

/**
 * Ends the reading of a body at its limit; the HTTP server enforces a declared length, and `createCallContext` checks
 * it.
 */
export function limitBody(request: Request): Request {
  if (!request.body || request.headers.has('content-length')) return request
  const limit = limitOf(request)
  let size = 0
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > limit.size) controller.error(new ORPCError('PAYLOAD_TOO_LARGE', { message: limit.message }))
      else controller.enqueue(chunk)
    },
  })
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(limiter), duplex: 'half' }
  return new Request(request, init)
}

/**
 * Refuses input that can be parsed but not serialised again, before any further work. @throws ValidationError with the
 * fields, and the reason for each
 */
export function assertDepth<Result>({ input, next }: { input: unknown; next: () => Result }): Result {
  const message = `This is nested too deeply: at most ${deepestJson} levels.`
  const deepIn = (value: unknown): [string, unknown][] =>
    Object.entries(objectOf(value)).filter(([, inner]) => isTooDeep(inner))
  const issues = deepIn(input).flatMap(([field, value]) => {
    const inside = deepIn(value)
    return inside.length === 0
      ? [{ path: [field], message }]
      : inside.map(([name]) => ({ path: [field, name], message }))
  })
  if (issues[0]) throw new ValidationError(issues[0].path, message, { issues })
  return next()
}
