import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HostCheck } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { NameServiceError, type ResolvedName } from '../../ports/name-resolver.ts'

let bench: ConsoleBench
let resolved: string[] = []
let answer: () => Partial<ResolvedName>
beforeAll(async () => {
  bench = await openConsoleBench({
    fingerprintingHosts: ['fpt.known.example'],
    names: host => {
      resolved.push(host)
      return Promise.resolve().then(() => ({ aliases: [], addresses: [], reach: 'none' as const, ...answer() }))
    },
  })
})
afterAll(() => bench.close())
beforeEach(() => {
  resolved = []
  answer = () => ({})
})
const check = (host: string, as = 'engineer', environment: string = places.root) =>
  bench.call(as, 'POST', `/environments/${environment}/fingerprinting/host-check`, { host })
const checked = async (host = 'fpt.contoso.com') => (await check(host)).json as HostCheck
const publicAddress = '8.8.8.8'

describe('the check of a host', () => {
  it('shows the chain to the service, and whether the service uses the name', async () => {
    answer = () => ({ aliases: ['edge.contoso.com', 'risk.example.com'], addresses: [publicAddress], reach: 'public' })
    expect(await checked()).toEqual({
      host: 'fpt.contoso.com',
      target: 'risk.example.com',
      outcome: 'ready',
      aliases: ['edge.contoso.com', 'risk.example.com'],
      addresses: [publicAddress],
      configured: false,
    })
    expect(await checked(' FPT.Known.Example ')).toMatchObject({ host: 'fpt.known.example', configured: true })
    expect(resolved).toEqual(['fpt.contoso.com', 'fpt.known.example'])
  })
  it('is passed by the name of the service itself', async () => {
    answer = () => ({ addresses: [publicAddress], reach: 'public' })
    expect(await checked('risk.example.com')).toMatchObject({ outcome: 'ready' })
  })
  it('says that a name was not found, also where its chain leads to nothing', async () => {
    expect(await checked()).toMatchObject({ outcome: 'notFound', aliases: [], addresses: [] })
    answer = () => ({ aliases: ['gone.contoso.com'] })
    expect(await checked()).toMatchObject({ outcome: 'notFound', aliases: ['gone.contoso.com'] })
  })
  it('says that a name points elsewhere, and where', async () => {
    answer = () => ({ aliases: ['shop.cdn.example'], addresses: [publicAddress], reach: 'public' })
    expect(await checked()).toMatchObject({
      outcome: 'elsewhere',
      aliases: ['shop.cdn.example'],
      addresses: [publicAddress],
    })
  })
  it('tells nothing of a private network but that the name leads there', async () => {
    answer = () => ({ aliases: ['db.inside.contoso.com'], addresses: ['10.0.0.5'], reach: 'private' })
    expect(await checked()).toMatchObject({ outcome: 'private', aliases: [], addresses: [] })
  })
  it.each(['timeout', 'failed'] as const)('tells a name service that gives no answer: %s', async reason => {
    answer = () => {
      throw new NameServiceError(reason)
    }
    expect(await checked()).toMatchObject({ outcome: reason, aliases: [], addresses: [] })
  })
  it.each([
    '',
    'contoso',
    '10.0.0.5',
    'db.internal',
    'a..b.com',
    'http://fpt.contoso.com',
    'fpt.contoso.com:53',
    `${'a'.repeat(64)}.com`,
  ])('looks up no %s', async host => {
    const { status, json } = await check(host)
    const { issues } = (json as { details: { issues: { path: string[] }[] } }).details
    expect([status, issues[0]?.path]).toEqual([422, ['host']])
    expect(resolved).toEqual([])
  })
  it('is for those who may change the integration, in environments of their own', async () => {
    for (const [as, environment, status] of [
      ['viewer', places.root, 403],
      ['support', places.root, 403],
      ['local', places.root, 404],
      ['outsider', places.root, 404],
    ] as const)
      expect([as, (await check('fpt.contoso.com', as, environment)).status]).toEqual([as, status])
    expect(resolved).toEqual([])
  })
  it('is limited by user and minute', async () => {
    const answers = []
    for (let n = 0; n < 32; n += 1) answers.push((await check('fpt.contoso.com', 'colleague')).body.code)
    expect(answers.filter(code => code === 'externalCalls.tooManyTests')).toHaveLength(2)
    expect((await check('fpt.contoso.com', 'admin')).status).toBe(200)
  })
})

it('an installation that cannot resolve names says so', async () => {
  const without = await openConsoleBench()
  const path = `/environments/${places.root}/fingerprinting/host-check`
  expect((await without.call('admin', 'POST', path, { host: 'fpt.contoso.com' })).json).toMatchObject({
    outcome: 'unavailable',
  })
  await without.close()
})
