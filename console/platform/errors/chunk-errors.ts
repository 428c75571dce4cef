/** How a script failed: it timed out, or the request or its answer was invalid. */
export type ChunkFailure = 'timeout' | 'error'

/** A script of the console did not arrive (product specification, section 8). */
export class ChunkLoadError extends Error {
  readonly type: ChunkFailure
  readonly request: string
  constructor(id: string, type: ChunkFailure, request: string, cause?: unknown) {
    super(`Loading chunk ${id} failed.\n(${type}: ${request})`, { cause })
    this.name = 'ChunkLoadError'
    this.type = type
    this.request = request
  }
}

/** A stylesheet of the console did not arrive. */
export class CssChunkLoadError extends Error {
  readonly code = 'CSS_CHUNK_LOAD_FAILED'
  readonly request: string
  constructor(id: string, request: string, cause?: unknown) {
    super(`Loading CSS chunk ${id} failed.\n(${request})`, { cause })
    this.name = 'CssChunkLoadError'
    this.request = request
  }
}

/** What a browser and the bundler report when a part cannot be fetched. */
const scriptMessages =
  /dynamically imported module|Importing a module script failed|error loading dynamically imported/i
const styleMessage = /Unable to preload CSS for (\S+)/i

/** True when a part of the console could not be fetched: an old tab after an update, or no connection. */
export function isChunkError(error: unknown): error is ChunkLoadError | CssChunkLoadError {
  return error instanceof ChunkLoadError || error instanceof CssChunkLoadError
}

/** The failure of a part under its product name; what is no failure to fetch stays what it is. */
export function chunkError(id: string, error: unknown): unknown {
  if (isChunkError(error) || !(error instanceof Error)) return error
  const style = styleMessage.exec(error.message)
  if (style) return new CssChunkLoadError(id, style[1] ?? '', error)
  return scriptMessages.test(error.message)
    ? new ChunkLoadError(id, 'error', /https?:\S+/.exec(error.message)?.[0] ?? '', error)
    : error
}
