import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiCall } from './api-call.ts'
import { type SnippetLanguage, snippetLanguages, snippetOf } from './snippets.ts'

const run = promisify(execFile)

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let server: Server
let received: Received[]
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-snippets-'))
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(parts).toString() })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(url.endsWith('/token') ? { access_token: 'a.b-c_d' } : { decision: 'Approve' }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await new Promise(resolve => server.close(resolve))
})
beforeEach(() => {
  received = []
})

/** Values that end a string, or mean something else, in one of the languages. */
const hostile = `it's "quoted" \\ $HOME \${x} %s ''' """ é 日本 \u2028 </script>`
const call = (): ApiCall => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  tenantId: '10000000-0000-4000-8000-000000000001',
  environmentId: '20000000-0000-4000-8000-000000000001',
  clientId: '30000000-0000-4000-8000-000000000001',
  clientSecret: 'Ab.9_zAb.9_zAb.9_zAb.9_zAb.9_zAb.9_z1234',
  path: '/v1.0/MerchantServices/events/Purchase',
  body: { purchaseId: hostile, totalAmount: 49.9, list: [{ empty: '', none: null }], note: 'line\nbreak' },
})

/** How each program is run, and by what its runtime is recognised. */
const runtimes: Readonly<
  Record<SnippetLanguage, { probe: [string, string[]]; file: string; start: (file: string) => [string, string[]] }>
> = {
  curl: { probe: ['curl', ['--version']], file: 'call.sh', start: file => ['bash', [file]] },
  csharp: { probe: ['dotnet-script', ['--version']], file: 'call.csx', start: file => ['dotnet-script', [file]] },
  node: { probe: ['node', ['--version']], file: 'call.mjs', start: file => ['node', [file]] },
  python: { probe: ['python3', ['--version']], file: 'call.py', start: file => ['python3', [file]] },
  php: { probe: ['php', ['--version']], file: 'call.php', start: file => ['php', [file]] },
  java: { probe: ['java', ['--version']], file: 'Main.java', start: file => ['java', [file]] },
}
const exists = async ([command, args]: [string, string[]]) =>
  run(command, args).then(
    () => true,
    () => false,
  )

describe.each(snippetLanguages)('the program in %s', language => {
  const { probe, file, start } = runtimes[language]

  it('gets a token, and sends the body unchanged to the environment', { timeout: 60_000 }, async context => {
    if (!(await exists(probe))) context.skip(`${probe[0]} is not installed here`)
    const program = path.join(folder, file)
    writeFileSync(program, snippetOf(language, call()))
    const [command, args] = start(program)
    const { stdout } = await run(command, args, { timeout: 50_000 })
    expect(stdout).toContain('"decision":"Approve"')
    if (language !== 'curl') expect(stdout).toMatch(/^200/)
    expect(received).toHaveLength(2)
    const [token, sent] = received
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: call().clientId,
      client_secret: call().clientSecret,
      scope: `${call().endpoint}/.default`,
    })
    expect(token?.url).toBe(`/${call().tenantId}/oauth2/v2.0/token`)
    expect([sent?.method, sent?.url]).toEqual(['POST', call().path])
    expect(sent?.headers).toMatchObject({ authorization: 'Bearer a.b-c_d', 'x-ms-dfpenvid': call().environmentId })
    expect(sent?.headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(sent?.body ?? '')).toEqual(call().body)
  })

  it('contains everything that the call needs, and no placeholder of a template', () => {
    const { endpoint, tenantId, environmentId, clientId, clientSecret, path: address } = call()
    const text = snippetOf(language, call())
    for (const value of [`${endpoint}/${tenantId}/oauth2/v2.0/token`, environmentId, clientId, clientSecret])
      expect(text).toContain(value)
    expect(text).toContain(`${endpoint}${address}`)
    expect(text).not.toContain('undefined')
  })
})
