import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isReadProcedure } from '../../contract/procedure-effects.ts'
import { type ConsoleBench, openConsoleBench, places } from '../console-api/testing/console-bench.ts'
import { createMcpServer } from './mcp-server.ts'
import { readTools } from './read-tools.ts'

let bench: ConsoleBench
let server: ReturnType<typeof createMcpServer>
beforeAll(async () => {
  bench = await openConsoleBench()
  server = createMcpServer({ consoleApi: bench.app, version: '1.2.3', publicUrl: 'https://risk.example.com' })
})
afterAll(() => bench.close())

interface RpcAnswer {
  id: unknown
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}
async function send(body: unknown, as: string | null = 'engineer', headers: Record<string, string> = {}) {
  const response = await server.request('https://risk.example.com/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    answer: (text === '' ? null : JSON.parse(text)) as RpcAnswer,
    headers: response.headers,
  }
}
const rpc = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) })
async function tool(name: string, input: object, as = 'engineer') {
  const { answer } = await send(rpc('tools/call', { name, arguments: input }), as)
  return answer.result as { isError: boolean; content: { text: string }[]; structuredContent?: { rows: unknown[] } }
}
const detail = ({ content }: { content: { text: string }[] }) => JSON.parse(content[0]?.text ?? '{}')

describe('the protocol', () => {
  it('introduces itself with the revision of the client, or its latest one', async () => {
    for (const [asked, spoken] of [
      ['2025-03-26', '2025-03-26'],
      ['2099-01-01', '2025-06-18'],
    ]) {
      const { status, answer } = await send(
        rpc('initialize', { protocolVersion: asked, capabilities: {}, clientInfo: {} }),
      )
      expect([status, answer.result]).toMatchObject([
        200,
        { protocolVersion: spoken, capabilities: { tools: {} }, serverInfo: { name: 'assay', version: '1.2.3' } },
      ])
    }
  })
  it('answers pings, takes notifications, and has no other method', async () => {
    expect((await send(rpc('ping'))).answer).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    for (const method of ['resources/list', 'prompts/list', 'sampling/createMessage', 'tools/delete'])
      expect((await send(rpc(method))).answer.error?.code).toBe(-32601)
  })
  it('refuses what is no request', async () => {
    expect((await send('{')).answer.error?.code).toBe(-32700)
    expect((await send([rpc('ping')])).answer.error?.code).toBe(-32600)
    expect((await send({ id: 1, method: 'ping' })).answer.error?.code).toBe(-32600)
    expect((await send(`"${'a'.repeat(300_000)}"`)).status).toBe(400)
    expect((await server.request('https://risk.example.com/mcp')).status).toBe(405)
    expect((await server.request('https://risk.example.com/mcp', { method: 'DELETE' })).status).toBe(405)
  })
  it('stops reading a body of unknown length at its limit', async () => {
    let pieces = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1
        controller.enqueue(new Uint8Array(64 * 1024).fill(32))
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { authorization: 'Bearer engineer', 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    }
    expect((await server.request('https://risk.example.com/mcp', init)).status).toBe(400)
    expect(pieces).toBeLessThan(20)
  })
  it('needs the token of a user, and refuses pages of other sites', async () => {
    for (const as of [null, 'stranger']) {
      const { status, headers } = await send(rpc('tools/list'), as)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    expect((await send(rpc('tools/list'), 'engineer', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(rpc('tools/list'), 'engineer', { origin: 'https://risk.example.com' })).status).toBe(200)
  })
})

describe('tools', () => {
  it('only read, say so, and name their input', async () => {
    const { answer } = await send(rpc('tools/list'))
    const tools = answer.result?.['tools'] as { name: string; inputSchema: { type: string }; annotations: object }[]
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(readTools))
    for (const { procedure } of Object.values(readTools))
      expect([procedure, isReadProcedure(procedure.split('.'))]).toEqual([procedure, true])
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    }
  })
  it('answer what the procedure answers the same user', async () => {
    const own = await bench.call('engineer', 'GET', `/environments/${places.root}/rules`)
    const result = await tool('overview_rules', { environmentId: places.root })
    expect(result.isError).toBe(false)
    expect(result.structuredContent?.rows).toEqual(own.json)
    expect((await tool('list_environments', {})).structuredContent?.rows).toHaveLength(3)
  })
  it('refuse without the right, and name it', async () => {
    const refused = await tool('list_velocities', { environmentId: places.root }, 'support')
    expect([refused.isError, detail(refused)]).toMatchObject([
      true,
      { status: 403, capability: 'velocities', required: 'read' },
    ])
  })
  it('do not exist outside the environments and the tenant of the user', async () => {
    for (const [as, environmentId] of [
      ['outsider', places.root],
      ['engineer', places.foreign],
      ['local', places.root],
      ['local', places.us],
      ['nobody', places.root],
    ] as const)
      for (const name of ['list_rules', 'search_events', 'report_summary', 'list_queues'] as const) {
        const refused = await tool(
          name,
          { environmentId, eventType: 'purchase', from: '2025-11-01', to: '2025-11-02' },
          as,
        )
        expect([as, name, refused.isError, detail(refused).status]).toEqual([as, name, true, 404])
      }
  })
  it('name the field of an input that is not valid', async () => {
    const refused = await tool('report_summary', { environmentId: places.root, from: 'yesterday', to: '2025-11-02' })
    expect([refused.isError, JSON.stringify(detail(refused))]).toEqual([true, expect.stringContaining('from')])
  })
  it('that change something do not exist', async () => {
    for (const name of ['rules.remove', 'remove_rule', 'assistant.saveSettings', 'constructor', '__proto__'])
      expect((await send(rpc('tools/call', { name, arguments: {} }))).answer.error?.code).toBe(-32602)
  })
  it('list at most fifty rows', async () => {
    const searched = await tool('search_events', {
      environmentId: places.root,
      eventType: 'purchase',
      filter: {},
      limit: 1000,
    })
    expect(searched.isError).toBe(false)
  })
  it('are off with the assistant of the tenant', async () => {
    const save = (enabled: boolean, baseVersion: number) =>
      bench.call('admin', 'PUT', `/environments/${places.root}/assistant/settings`, {
        baseVersion,
        settings: { enabled, model: null },
        key: null,
      })
    expect((await save(false, 0)).status).toBe(200)
    expect(detail(await tool('list_rules', { environmentId: places.root, eventType: 'purchase' }))).toMatchObject({
      status: 409,
    })
    await save(true, 1)
  })
})
