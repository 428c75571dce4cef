import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventTestCase } from '../../contract/index.ts'
import type { FqlCase } from '../../fql/cases/case.ts'
import { runCase } from '../../fql/cases/run-case.ts'
import { runCommand } from '../../fql/cli/commands.ts'
import { eventSubject, maskData } from '../../kernel/personal-data/mask-data.ts'
import { addRule, type CaseBench, caseIds, openCaseBench } from '../cases/testing/case-bench.ts'
import { allKinds, customerCalls, leaks, secrets } from '../personal-data/testing/customer.ts'
import { type CaseDraft, maskCase } from './mask-case.ts'

let bench: CaseBench
let customer: ReturnType<typeof customerCalls>
beforeAll(async () => {
  bench = await openCaseBench()
  customer = customerCalls(bench)
})
afterAll(() => bench.close())
beforeEach(() => customer.reset())

const testCase = (as = 'Finn', id = 'P-1') =>
  bench.call<EventTestCase>(as, 'GET', `${caseIds.root}/events/purchase/${id}/test-case`)

/** Runs the file as the command line does; returns its output. */
async function run(file: string): Promise<{ code: number; out: string[] }> {
  const out: string[] = []
  const code = await runCommand(['cases', 'case.json'], {
    read: () => file,
    write: () => undefined,
    print: line => void out.push(line),
    printError: line => void out.push(line),
  })
  return { code, out }
}
const caseIn = (file: string) => (JSON.parse(file) as FqlCase[])[0] as FqlCase

describe('an event as a test case', () => {
  it('passes on the command line with today’s rules, and fails with other ones', async () => {
    await addRule(bench.store, {
      name: 'Mail',
      text: `RETURN Reject("known address") WHEN @"user.email" == "${secrets.email}"`,
      type: 'decision',
      position: -1,
    })
    await bench.engine.reloadRules()
    const { status, json } = await testCase()
    expect(status).toBe(200)
    expect(json).toMatchObject({ state: 'ready', masked: false, agrees: true, problem: null })
    expect(await run(json.file)).toEqual({ code: 0, out: ['1 passed, 0 failed'] })
    const found = caseIn(json.file)
    expect(found.expect).toMatchObject({ decision: 'Reject', rule: 'Mail', clause: 'Mail clause' })
    expect(found.event).toMatchObject({ purchaseId: 'P-1', user: { email: secrets.email } })
    const other = { ...found, rule: [] }
    expect((await run(JSON.stringify([other]))).code).toBe(1)
  })
  it('is masked as the roles of the caller say, passes all the same, and says that it decides otherwise', async () => {
    await customer.saveProfile({ FraudEngineer: allKinds }, 1)
    await addRule(bench.store, {
      name: 'Mail',
      text: 'RETURN Reject("begins so") WHEN @"user.email".StartsWith("kay")',
      type: 'decision',
      position: -1,
    })
    await bench.engine.reloadRules()
    const { json } = await testCase()
    expect(json).toMatchObject({ state: 'ready', masked: true, agrees: false })
    expect(leaks(json.file)).toEqual([])
    expect((await run(json.file)).code).toBe(0)
    expect(caseIn(json.file).expect).toMatchObject({ decision: 'Review' })
  })
  it('needs the right to read rules and that to search', async () => {
    expect((await testCase('Ana')).status).toBe(403)
    expect((await testCase('Sam')).status).toBe(403)
    expect((await testCase('Outsider')).status).toBe(404)
    expect((await testCase('Finn', 'P-9')).status).toBe(404)
  })
})

describe('what the rules looked up', () => {
  const { email, lastName, born, bin, ip } = secrets
  const draft: CaseDraft = {
    name: 'purchase',
    event: {
      user: { email, lastName },
      deviceContext: { ipAddress: ip },
      paymentInstrumentList: [{ bin }],
      customData: { dateOfBirth: born },
    },
    lists: {
      custom: {
        Cards: {
          columns: ['bin', 'bank'],
          rows: [
            [bin, 'Nord'],
            [lastName, 'South'],
          ],
        },
      },
      support: { Births: [{ value: born, status: 'Block' }] },
    },
    velocities: { perValue: { [`${lastName}|7d`]: 4, [`${born}|7d`]: 5, [`${bin}|1h`]: 6, [`${email}|1h`]: 7 } },
    external: {
      Bank: { parameters: ['name', 'card'], byArg: { [`${lastName}|${bin}`]: { response: { score: 8 } } } },
      Names: { parameters: ['name', 'card'], byArg: { [`${lastName}|x|${bin}`]: { response: {} } } },
    },
    geo: { [ip]: { country: 'DK' }, '203.0.113.78': { country: 'SE' } },
    bin: { [bin]: { bank: 'Nord' }, '41112233': { bank: 'South' } },
    rule: [
      'Velocity.perValue(@"user.lastName", 7d) == 4',
      'Velocity.perValue(@"customData.dateOfBirth", 7d) == 5',
      'Velocity.perValue(@"paymentInstrumentList[0].bin", 1h) == 6',
      'ContainsKey("Cards", "bin", @"paymentInstrumentList[0].bin")',
      'External.Bank(@"user.lastName", @"paymentInstrumentList[0].bin").score == 8',
    ].map((condition, at) => ({
      name: `R${at}`,
      clauses: [{ name: `c${at}`, code: `OBSERVE Output(found=true) WHEN ${condition}` }],
    })),
  }
  const masking = {
    kinds: new Set(allKinds),
    apply: <Data>(data: Data, subjects: readonly string[] = []) => maskData(data, () => true, subjects),
  }

  it('is masked in keys of velocities, calls, lists and card prefixes, and found by rules all the same', async () => {
    const masked = maskCase(draft, masking, eventSubject(caseIds.root, 'purchase', 'P-1'))
    const text = JSON.stringify(masked)
    expect(leaks(text)).toEqual([])
    expect(text).not.toMatch(/41112233|203\.0\.113\.78/)
    expect(masked.velocities).toEqual({
      perValue: { 'M.|7d': 4, '***|7d': 5, '***|1h': 6, 'k***@contoso.com|1h': 7 },
    })
    expect(Object.keys(masked.external?.Bank?.byArg ?? {})).toEqual(['M.|***'])
    const found = async (each: CaseDraft) => (await runCase({ ...each, expect: {} }, 'code')).output
    expect(await found(masked)).toEqual(await found(draft))
    expect(Object.keys((await found(masked)) as object)).toHaveLength(5)
  })
})
