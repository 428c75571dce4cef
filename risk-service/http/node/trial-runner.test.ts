import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RuleBody } from '../../contract/index.ts'
import { createTrialRun, type Trial } from '../../engine/trials/trial.ts'
import type { CheckEnvironment, FunctionDefinition, ListReader, ResourceReaders } from '../../fql/index.ts'
import { UnavailableError } from '../../ports/index.ts'
import { createTrialRunner } from './trial-runner.ts'

let runner: ReturnType<typeof createTrialRunner>
beforeEach(() => {
  runner = createTrialRunner()
})
afterEach(() => runner.stop())

const clause = (text: string, index: number) => ({
  name: `Clause ${index + 1}`,
  description: '',
  section: 'prior' as const,
  text,
})
const ruleOf = (...texts: string[]): RuleBody => ({
  name: 'Trial',
  description: '',
  condition: '',
  clauses: texts.map(clause),
  sample: { payload: { email: 'a@mail.example', ip: '81.2.69.142', total: 120 }, riskScore: 0, botScore: 0 },
})
const trialOf = (body: RuleBody, check: Partial<CheckEnvironment> = {}, environmentId = 'one'): Trial<'rule'> => ({
  kind: 'rule',
  type: 'decision',
  body,
  environmentId,
  assessment: { key: 'own', check: {} },
  check: { attributes: new Map(), ...check },
  now: new Date('2026-11-20T10:00:00Z'),
  mode: 'code',
})

/** A function that calls another one; its code knows other names than the rule that calls it. */
function functions(): Map<string, FunctionDefinition> {
  const byName = new Map<string, FunctionDefinition>()
  const environment = (): CheckEnvironment => ({ attributes: new Map(), functions: { own: byName } })
  for (const [name, code] of [
    ['Fee', 'RETURN Functions.Base().Value + 20'],
    ['Base', 'RETURN 100'],
  ] as const)
    byName.set(name.toLowerCase(), {
      name,
      parameters: [],
      properties: [{ name: 'Value', type: 'Integer', default: 0, code }],
      environment,
    })
  return byName
}

it('returns what a trial in the same thread returns, with lists, velocities, calls, functions and places', async () => {
  const velocity = { name: 'Orders', id: 'v1' }
  const lists: ListReader = {
    containsKey: (list, column, key) => list === 'l1' && column === 'Email' && key === 'a@mail.example',
    lookup: () => 'found',
    lookupClosest: () => undefined,
    supportStatus: () => 'Block',
    remote: { containsKey: () => Promise.resolve(true), lookup: () => Promise.resolve('far') },
  }
  const readers: ResourceReaders = {
    lists,
    velocities: { read: async (asked, key) => (asked.id === 'v1' && key === 'a@mail.example' ? 7 : 0) },
    calls: {
      external: call => ({ response: call.sample, httpStatusCode: 200, errorMessage: '', latencyMs: 0 }),
      assessment: () => ({ response: null, httpStatusCode: 200, errorMessage: '', latencyMs: 0 }),
    },
    geo: { lookup: ip => (ip === '81.2.69.142' ? { countryCode: 'GB' } : undefined) },
  }
  const trial = trialOf(
    ruleOf(
      'OBSERVE Output(listed = ContainsKey("Bad", "Email", @"email"), far = Lookup("Far", "Email", @"email", "Reason", "-"), status = IsBlock("Emails", @"email"))',
      'OBSERVE Output(orders = Velocity.Orders(@"email", 7d), call = External.Rates("EUR").rate, fee = Functions.Fee().Value, place = Geo.CountryCode(@"ip"))',
      'RETURN Reject("over") WHEN Velocity.Orders(@"email", 1d) > 5',
    ),
    {
      lists: {
        custom: new Map([
          ['bad', { name: 'Bad', columns: ['Email'], id: 'l1' }],
          ['far', { name: 'Far', columns: ['Email', 'Reason'], id: 'remote:l2', remote: true }],
        ]),
        support: new Map([['emails', { name: 'Emails', id: 's1' }]]),
      },
      velocities: new Map([['orders', velocity]]),
      externalCalls: new Map([['rates', { name: 'Rates', parameters: ['currency'], sample: { rate: 1.1 } }]]),
      functions: { own: functions() },
    },
  )
  const here = await createTrialRun(() => null)(trial, readers)
  expect(here.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(here.result).toMatchObject({
    decision: 'Reject',
    outputs: {
      'Clause 1': { listed: true, far: 'far', status: true },
      'Clause 2': { orders: 7, call: 1.1, fee: 120, place: 'GB' },
    },
  })
  expect(await runner.run(trial, readers)).toEqual(here)
})

it('a reader that fails in the main thread fails in the trial', async () => {
  const trial = trialOf(ruleOf('RETURN Reject("none") WHEN Velocity.Orders(@"email", 1d) == 0'), {
    velocities: new Map([['orders', { name: 'Orders' }]]),
  })
  const { result } = await runner.run(trial, { velocities: { read: () => Promise.reject(new Error('gone')) } })
  expect(result?.explanation.runtimeErrors.map(({ code }) => code)).toEqual(['FQL4009'])
})

it('ends a trial that takes too long, says so, and performs the next one', async () => {
  await runner.stop()
  runner = createTrialRunner({ timeLimitMs: 1500 })
  const waitsForEver: ResourceReaders = { velocities: { read: () => new Promise<number>(() => undefined) } }
  const slow = trialOf(ruleOf('RETURN Reject("none") WHEN Velocity.Orders(@"email", 1d) == 0'), {
    velocities: new Map([['orders', { name: 'Orders' }]]),
  })
  expect(await runner.run(slow, waitsForEver)).toMatchObject({
    problems: [{ code: 'FQL2009', severity: 'error', params: { range: 'less complex' } }],
    result: null,
  })
  expect((await runner.run(trialOf(ruleOf('RETURN Reject("yes")')), {})).result?.decision).toBe('Reject')
})

it('reads a file and returns its first rows', async () => {
  const file = new File(['Email;x,Reason\na@mail.example,b\nc@mail.example,d\n'], 'list.csv')
  const upload = { kind: 'listFile' as const, environmentId: 'one', file, fileName: 'list.csv', previewRows: 1 }
  const facts = { columns: ['Email;x', 'Reason'], rows: 2, problems: [] }
  const rows = [['a@mail.example', 'b']]
  expect(await runner.run({ ...upload, pack: false }, {})).toEqual({ facts, rows, packed: null })
  const { packed } = await runner.run({ ...upload, pack: true }, {})
  expect(packed?.digest).toBe(
    createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex'),
  )
  expect(gunzipSync(packed?.content ?? '').toString()).toBe(await file.text())
})

it('refuses a file that takes too long: it may be without fault', async () => {
  await runner.stop()
  runner = createTrialRunner({ timeLimitMs: 1 })
  const file = new Blob([`Email\n${'a\n'.repeat(300_000)}`])
  const upload = { kind: 'listFile' as const, environmentId: 'one', file, fileName: 'list.csv', previewRows: 1 }
  await expect(runner.run({ ...upload, pack: false }, {})).rejects.toBeInstanceOf(UnavailableError)
})

it('serves environments in turn, and refuses more than twenty waiting trials of one', async () => {
  const done: string[] = []
  const start = (environmentId: string) =>
    runner.run(trialOf(ruleOf('RETURN Approve()'), {}, environmentId), {}).then(
      () => void done.push(environmentId),
      (error: unknown) => void done.push(error instanceof UnavailableError ? `refused ${environmentId}` : 'failed'),
    )
  const many = Array.from({ length: 22 }, () => start('one'))
  await Promise.all([...many, start('two')])
  // The first trial of one runs at once, twenty wait; the only one of the other environment is third at the latest.
  expect(done.filter(each => each === 'refused one')).toHaveLength(1)
  expect(done.filter(each => each === 'one')).toHaveLength(21)
  expect(done.filter(each => !each.startsWith('refused')).indexOf('two')).toBeLessThan(3)
})

it('a thread that was warmed performs the first trial, and no second one starts', async () => {
  const started: unknown[] = []
  const note = (worker: unknown) => void started.push(worker)
  process.on('worker', note)
  try {
    runner.warm()
    runner.warm()
    const { problems } = await runner.run(trialOf(ruleOf('RETURN Approve()')), {})
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    runner.warm()
    await new Promise(setImmediate)
    expect(started).toHaveLength(1)
  } finally {
    process.off('worker', note)
  }
})
