/** Bytes beside the input of a call. */
import { hasContent } from './request-limits.ts'

/**
 * Takes the content off a request that has bytes as its body and its input in the query: the handler reads them as they
 * arrive, after the caller and their rights are checked. Other requests stay as they are.
 */
export function splitContent(request: Request): { request: Request; content: RequestContent } {
  if (!hasContent(request)) return { request, content: null }
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  headers.delete('content-disposition')
  const { url, method, signal, body: content } = request
  const body = method === 'GET' || method === 'HEAD' ? null : JSON.stringify(inputOf(url))
  return { request: new Request(url, { method, headers, signal, body }), content }
}

type RequestContent = ReadableStream<Uint8Array> | null

const inputOf = (url: string): object => Object.fromEntries(new URL(url).searchParams)
