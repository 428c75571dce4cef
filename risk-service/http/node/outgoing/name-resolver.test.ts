import { describe, expect, it } from 'vitest'
import { NameServiceError } from '../../../ports/name-resolver.ts'
import { createNameResolver } from './name-resolver.ts'

interface Zone {
  cname?: Record<string, string>
  a?: Record<string, string[]>
  aaaa?: Record<string, string[]>
}
const fault = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
/** A resolver over some records; a name that is an error code is answered with it. */
function resolverOf({ cname = {}, a = {}, aaaa = {} }: Zone, timeoutMs = 5000) {
  const queried: string[] = []
  const answer = (records: Record<string, string[]>) => (name: string) => {
    queried.push(name)
    if (/^E[A-Z]+$/.test(name)) return fault(name)
    return records[name] === undefined ? fault('ENODATA') : Promise.resolve(records[name])
  }
  const queries = {
    resolveCname: answer(Object.fromEntries(Object.entries(cname).map(([name, to]) => [name, [to]]))),
    resolve4: answer(a),
    resolve6: answer(aaaa),
  }
  return { resolve: createNameResolver({ queries: queries as never, timeoutMs }), queried }
}

describe('a name', () => {
  it('is followed through its CNAME records to its addresses', async () => {
    const { resolve, queried } = resolverOf({
      cname: { 'fpt.contoso.com': 'Edge.Contoso.com.', 'edge.contoso.com': 'fpt.assay.example' },
      a: { 'fpt.assay.example': ['8.8.8.8'] },
      aaaa: { 'fpt.assay.example': ['2606:4700::1111'] },
    })
    expect(await resolve('fpt.contoso.com')).toEqual({
      aliases: ['edge.contoso.com', 'fpt.assay.example'],
      addresses: ['8.8.8.8', '2606:4700::1111'],
      reach: 'public',
    })
    expect(new Set(queried)).toEqual(new Set(['fpt.contoso.com', 'edge.contoso.com', 'fpt.assay.example']))
  })
  it('that does not exist has nothing', async () => {
    expect(await resolverOf({}).resolve('none.contoso.com')).toEqual({ aliases: [], addresses: [], reach: 'none' })
  })
  it('with one private address among others is not public', async () => {
    const { resolve } = resolverOf({ a: { 'fpt.contoso.com': ['8.8.8.8', '10.0.0.5'] } })
    expect(await resolve('fpt.contoso.com')).toMatchObject({ reach: 'private' })
  })
  it.each(['db.internal', 'printer.corp.', 'localhost', 'intranet', '10.0.0.5'])(
    'that leads to %s is private: that is neither queried nor named, nor are those before it',
    async inside => {
      const { resolve, queried } = resolverOf({
        cname: { 'fpt.contoso.com': 'edge.contoso.com', 'edge.contoso.com': inside },
        a: { [inside.replace(/\.$/, '')]: ['8.8.8.8'] },
      })
      expect(await resolve('fpt.contoso.com')).toEqual({ aliases: [], addresses: [], reach: 'private' })
      expect(queried).toEqual(['fpt.contoso.com', 'edge.contoso.com'])
    },
  )
  it('that leads to a name without an address has none', async () => {
    const { resolve } = resolverOf({ cname: { 'fpt.contoso.com': 'gone.contoso.com' } })
    expect(await resolve('fpt.contoso.com')).toEqual({ aliases: ['gone.contoso.com'], addresses: [], reach: 'none' })
  })
  it('that leads to itself ends', async () => {
    const { resolve, queried } = resolverOf({
      cname: { 'a.contoso.com': 'b.contoso.com', 'b.contoso.com': 'a.contoso.com' },
    })
    expect(await resolve('a.contoso.com')).toEqual({ aliases: ['b.contoso.com'], addresses: [], reach: 'none' })
    expect(queried.length).toBeLessThan(6)
  })
  it('with more aliases than are followed ends', async () => {
    const cname = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`n${n}.example`, `n${n + 1}.example`]))
    expect((await resolverOf({ cname }).resolve('n0.example')).aliases).toHaveLength(8)
  })
})

describe('the name service', () => {
  it.each([
    ['ETIMEOUT', 'timeout'],
    ['ESERVFAIL', 'failed'],
    ['EREFUSED', 'failed'],
  ])('answers %s: %s', async (code, reason) => {
    const failure = await resolverOf({})
      .resolve(code)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NameServiceError)
    expect((failure as NameServiceError).reason).toBe(reason)
  })
  it('that never answers is not waited for', async () => {
    const never = () => new Promise<never>(() => undefined)
    const queries = { resolveCname: never, resolve4: never, resolve6: never }
    await expect(
      createNameResolver({ queries: queries as never, timeoutMs: 5 })('fpt.contoso.com'),
    ).rejects.toMatchObject({
      reason: 'timeout',
    })
  })
})
