import { describe, expect, it, vi } from 'vitest'
import { routeRequests } from './route-requests.ts'

const origin = 'https://page.example'
function routes() {
  const service = vi.fn((_request: Request) => Promise.resolve(Response.json({ from: 'service' })))
  const files = vi.fn(() => Promise.resolve(Response.json({ from: 'files' })))
  const onChange = vi.fn()
  return { service, files, onChange, call: routeRequests({ service, files: files as typeof fetch, origin, onChange }) }
}

describe('calls of a page on sample data', () => {
  it.each([
    '/api/console/rpc/session/get',
    '/api/telemetry/v2/track',
    '/api/build',
    '/v1.0/merchantservices/events/purchase',
    '/health/ready',
    '/openapi.json',
  ])('%s goes to the service in the page', async path => {
    const { call, service, files } = routes()
    expect(await (await call(origin + path)).json()).toEqual({ from: 'service' })
    expect(service).toHaveBeenCalledOnce()
    expect(files).not.toHaveBeenCalled()
  })
  it.each(['/dist/Search-1.js', '/dist/messages-de-DE.json', '/favicon.svg'])('%s is a file', async path => {
    const { call, service } = routes()
    expect(await (await call(origin + path)).json()).toEqual({ from: 'files' })
    expect(service).not.toHaveBeenCalled()
  })
  it('no other host is asked', async () => {
    const { call, service, files } = routes()
    for (const address of [
      'https://other.example/api/console/rpc',
      'http://page.example/api/build',
      'https://dc.services.visualstudio.com/v2/track',
    ])
      await expect(call(address)).rejects.toThrow(TypeError)
    expect(service).not.toHaveBeenCalled()
    expect(files).not.toHaveBeenCalled()
  })
  it('changes that were taken are told, questions and refusals are not', async () => {
    const { call, service, onChange } = routes()
    await call(`${origin}/api/console/rpc/search/events`, { method: 'POST', body: '{}' })
    expect(onChange).not.toHaveBeenCalled()
    service.mockResolvedValueOnce(new Response(null, { status: 409 }))
    await call(`${origin}/api/console/rpc/rules/publish`, {
      method: 'POST',
      body: '{}',
      headers: { 'idempotency-key': '1' },
    })
    expect(onChange).not.toHaveBeenCalled()
    await call(`${origin}/api/console/rpc/rules/publish`, {
      method: 'POST',
      body: '{}',
      headers: { 'idempotency-key': '1' },
    })
    expect(onChange).toHaveBeenCalledOnce()
  })
})
