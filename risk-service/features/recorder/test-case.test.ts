import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventTestCase } from '../../contract/index.ts'
import type { FqlCase } from '../../fql/cases/case.ts'
import { runCommand } from '../../fql/cli/commands.ts'
import { addRule, type CaseBench, caseIds, openCaseBench } from '../cases/testing/case-bench.ts'
import { allKinds, customerCalls, leaks, secrets } from '../personal-data/testing/customer.ts'

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
