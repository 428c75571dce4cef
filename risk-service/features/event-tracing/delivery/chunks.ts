import { tracingLimits } from '../../../contract/index.ts'

/** A message with its events. */
export interface Chunk<T> {
  items: T[]
  /** The items as JSON. */
  texts: string[]
  /** Returns a JSON array of the items, encoded once for all that send it. */
  body: () => Uint8Array<ArrayBuffer>
}

const encoder = new TextEncoder()

/** Texts that fit are encoded into it to count their bytes: an array for each would be as much work again. */
const scratch = new Uint8Array(64 * 1024)

/** Most texts are short: their bytes are only counted where they could matter. */
function bytesOf(text: string): number {
  const most = text.length * 3
  if (most < tracingLimits.bytes / tracingLimits.batch) return most
  return most <= scratch.byteLength ? encoder.encodeInto(text, scratch).written : encoder.encode(text).byteLength
}

function chunkOf<T>(items: T[], texts: string[]): Chunk<T> {
  let body: Uint8Array<ArrayBuffer> | null = null
  return { items, texts, body: () => (body ??= encoder.encode(`[${texts.join()}]`)) }
}

/**
 * Divides events into messages of at most so many events and bytes. An event that is larger by itself gets a message of
 * its own.
 * @param first events of the first message at most, which may be one that is sent again
 */
export function* chunksOf<T>(
  items: readonly T[],
  jsonOf: (item: T) => string,
  batch: number,
  first = batch,
  maxBytes: number = tracingLimits.bytes,
): Generator<Chunk<T>> {
  let limit = Math.min(first, batch)
  let chunk: T[] = []
  let texts: string[] = []
  let bytes = 2
  for (const item of items) {
    const text = jsonOf(item)
    const size = bytesOf(text) + 1
    if (chunk.length > 0 && (chunk.length >= limit || bytes + size > maxBytes)) {
      yield chunkOf(chunk, texts)
      limit = batch
      chunk = []
      texts = []
      bytes = 2
    }
    chunk.push(item)
    texts.push(text)
    bytes += size
  }
  if (chunk.length > 0) yield chunkOf(chunk, texts)
}

/** Whether a message is larger than one may be: only one with a single event is. */
export const isTooLarge = ({ texts }: Chunk<unknown>): boolean =>
  texts.length === 1 && bytesOf(texts[0] ?? '') + 2 > tracingLimits.bytes
