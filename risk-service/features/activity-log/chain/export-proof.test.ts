import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { writeMaskingProfile } from '../../../kernel/personal-data/masking-store.ts'
import { linesOf, openProofBench, type ProofBench } from '../testing/proof-bench.ts'

let bench: ProofBench
beforeAll(async () => {
  bench = await openProofBench()
})
afterAll(() => bench.close())
beforeEach(() => bench.clear())

const kindsOf = (text: string): string[] => linesOf(text).map(({ kind }) => kind)

describe('what a reader does not see', () => {
  it('of personal data and secrets is hidden, and the file is proven without it', async () => {
    const { db } = bench.store
    await writeMaskingProfile(db, places.tenant, { version: 1, profile: { ProductAdmin: ['email'] } })
    await bench.write({ name: 'Plain' })
    await bench.write({ name: 'Personal', after: { email: 'ana@example.com' } })
    await bench.write({ name: 'Secret', before: { clientSecret: 'very-secret' } })
    await bench.link()
    const text = await bench.proof()
    expect(kindsOf(text)).toEqual(['start', 'entry', 'masked', 'masked', 'signed'])
    expect(text).not.toMatch(/ana@example|very-secret/)
    expect(await bench.verify(text, bench.keys.publicJwks)).toMatchObject({ code: 0 })
    expect(bench.printed()).toContain('1 with their content, 0 erased, 2 masked, 0 withheld.')
    const edited = linesOf(text).map(line =>
      line.kind === 'masked' ? { ...line, head: { ...line.head, actorName: 'Nobody' } } : line,
    )
    const changed = await bench.verify(edited.map(line => `${JSON.stringify(line)}\n`).join(''))
    expect(changed).toMatchObject({
      code: 1,
      verdict: expect.stringMatching(/^NOT PROVEN: The entry 2, .* was changed/),
    })
    await writeMaskingProfile(db, places.tenant, { version: 2, profile: {} })
  })
})
