/** Forms with files, read without a pause of the event loop. */
import { getMultipartBoundary, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'
import { createYieldPoint } from '../../contract/cooperative.ts'

interface FormLimits {
  /** Bytes of the form. */
  size: number
  /** Bytes of a field that is no file. */
  fieldSize: number
}

/**
 * Makes `request.formData()` read a form with files piece by piece: the platform's own copies each file several times
 * as a whole, which delays every decision by as much.
 */
export function streamForm(request: Request, limits: FormLimits): Request {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return request
  return Object.defineProperty(request, 'formData', { value: () => readForm(request.body, type, limits) })
}

async function readForm(
  body: Request['body'],
  contentType: string,
  { size, fieldSize }: FormLimits,
): Promise<FormData> {
  const boundary = getMultipartBoundary(contentType)
  if (boundary === null || body === null) throw new TypeError('The form has no boundary or no content.')
  const parser = new MultipartParser(boundary, { maxFileSize: size, maxTotalSize: size })
  const form = new FormData()
  const pause = createYieldPoint()
  const reader = body.getReader()
  let ended = false
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    // What follows the last boundary is ignored (RFC 2046, 5.1.1); the parser refuses it.
    if (ended) continue
    for (const part of parser.write(piece.value)) {
      const { name, filename, mediaType: type } = part
      if (name === undefined) throw new TypeError('A part of the form has no name.')
      if (filename === undefined && part.size > fieldSize) throw new TypeError('A field of the form is too long.')
      form.append(
        unescapeName(name),
        filename === undefined
          ? part.text
          : new File(await piecesOf(part, pause), unescapeName(filename), type === undefined ? {} : { type }),
      )
    }
    ended = hasEnded(parser)
    // Forms that arrive together are read in turn, and their clients wait.
    await pause()
  }
  if (!ended) throw new TypeError('The form ends too early.')
  return form
}

/** Returns whether the last boundary was read. */
function hasEnded(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

/** Copies the content of a file in pieces; a file of blobs shares their memory. */
async function piecesOf({ content }: MultipartPart, pause: () => Promise<void>): Promise<Blob[]> {
  const pieces: Blob[] = []
  for (const piece of content) {
    pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>]))
    await pause()
  }
  return pieces
}

/** Browsers escape these three characters in the names of a form (HTML, multipart/form-data encoding algorithm). */
const unescapeName = (name: string): string => name.replace(/%0A|%0D|%22/gi, decodeURIComponent)
