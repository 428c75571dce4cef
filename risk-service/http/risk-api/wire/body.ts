import { familyError, type RiskApiResponse } from './answers.ts'

export const maxBodyBytes = 1024 * 1024

const tooLarge = (): RiskApiResponse => familyError(413, [`The request body is larger than ${maxBodyBytes} bytes`])

/** Milliseconds from the header of a call to the end of its body. */
const bodyDeadline = 5000
const tooSlow = (): RiskApiResponse =>
  familyError(408, ['The request body was not received in time'], { Connection: 'close' })

/**
 * Reads a JSON body of bounded size, plain or gzip, that is received within `deadline` milliseconds. Returns its text,
 * or the answer that refuses it.
 */
export async function readBody(request: Request, deadline = bodyDeadline): Promise<string | RiskApiResponse> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<RiskApiResponse>(resolve => {
    timer = setTimeout(() => resolve(tooSlow()), deadline)
  })
  try {
    return await Promise.race([readWholeBody(request), late])
  } finally {
    clearTimeout(timer)
  }
}

async function readWholeBody(request: Request): Promise<string | RiskApiResponse> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  const plain = encoding === 'identity' || encoding === ''
  const length = request.headers.get('content-length')
  if (plain && Number(length) > maxBodyBytes) return tooLarge()
  const type = request.headers.get('content-type')
  if (type === null || !/^application\/json\s*(?:;|$)/i.test(type))
    return familyError(415, ['The content type has to be application/json'])
  if (plain) {
    try {
      if (length !== null) return await request.text()
      return request.body === null ? '' : await readBounded(request.body)
    } catch {
      // The caller disconnected in the middle of it: nobody receives this answer, but the log attributes the fault to
      // the caller.
      return familyError(400, ['Input validation failed - Request body ended before it was complete'])
    }
  }
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    return familyError(415, [`The content encoding '${encoding}' is not supported; send gzip or none`], {
      'Accept-Encoding': 'gzip',
    })
  if (request.body === null) return ''
  try {
    return await readBounded(request.body.pipeThrough(new DecompressionStream('gzip')))
  } catch {
    return familyError(400, ['Input validation failed - Request body is not valid gzip'])
  }
}

/** Counts during the reading, so that the unpacking of a small body into a large one ends at the limit. */
async function readBounded(stream: ReadableStream<Uint8Array>): Promise<string | RiskApiResponse> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBodyBytes) {
      await reader.cancel().catch(() => undefined)
      return tooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** An integer that may exceed the precision of a JavaScript number. */
const longNumber = /[:[,]\s*-?\d{16}/
interface Source {
  source?: string
}
const keepLongNumber = (_key: string, value: unknown, context?: Source): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value

/**
 * Returns the body as a JSON object, or null. Long numbers become texts, so that ids sent as such numbers stay
 * distinct.
 */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = longNumber.test(text) ? JSON.parse(text, keepLongNumber) : JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
