/** How large and how deeply nested a call of the console API may be. */
import { ORPCError } from '@orpc/server'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import { deepestJson, isTooDeep, objectOf } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

/** A rule of a hundred clauses with its sample fits; more is no rule. */
const maxBodySize = 4 * 1024 * 1024
const tooLarge = 'The request is too large: at most 4 MiB are taken.'
/** A file of a list, and what is around it in a form. */
const maxUpload = listLimits.fileSize + 64 * 1024
const fileTooLarge = 'The request is too large: a file has to be smaller than 20 MB.'
const uploads =
  /\/(?:environments(?:\/create)?|(?:rule|assessment|environment)Templates\/(?:add|check|use)|templates\/[a-z]+\/(?:import|check|use)|customLists\/(?:check|create|replace)|supportLists\/import|lists\/custom(?:\/check|\/[^/]+\/file)?|lists\/support\/[^/]+\/import)$/

/** How much a call may send: forms with files more than texts. */
export function limitOf(request: Pick<Request, 'url' | 'headers'>): { size: number; message: string } {
  const upload =
    (request.headers.get('content-type') ?? '').startsWith('multipart/form-data') &&
    uploads.test(new URL(request.url).pathname)
  return upload ? { size: maxUpload, message: fileTooLarge } : { size: maxBodySize, message: tooLarge }
}

/**
 * Ends the reading of a body at its bound; a declared length is the HTTP server's to enforce, and is checked by `createCallContext`.
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
 * What could be read but not be written again is refused before anybody works on it. @throws ValidationError naming the
 * fields, and what in them it is
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
