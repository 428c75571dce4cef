import { expect, it } from 'vitest'
import { splitContent } from './request-content.ts'

const url = 'http://service.example/uploads/Refunds/7/chunks/3?sha256=ab&modifiedAt=17&name=a%26b'
const bytes = new Uint8Array([0, 1, 2, 255])

it('bytes are beside the input, which is in the query', async () => {
  const headers = { 'content-type': 'application/octet-stream', authorization: 'Bearer token' }
  const { request, content } = splitContent(new Request(url, { method: 'PUT', headers, body: bytes }))
  expect(await request.json()).toEqual({ sha256: 'ab', modifiedAt: '17', name: 'a&b' })
  expect([request.method, request.url, request.headers.get('authorization')]).toEqual(['PUT', url, 'Bearer token'])
  expect(new Uint8Array(await new Response(content).arrayBuffer())).toEqual(bytes)
})

it('other requests stay as they are', () => {
  for (const init of [
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    { method: 'PUT', body: new FormData() },
    { method: 'GET' },
  ]) {
    const sent = new Request(url, init)
    expect(splitContent(sent)).toEqual({ request: sent, content: null })
  }
})

it('bytes that are sent elsewhere are the body', () => {
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = new Request('http://service.example/uploads/Refunds', { method: 'PUT', headers, body: bytes })
  expect(splitContent(sent).request).toBe(sent)
})
