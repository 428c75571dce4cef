import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveStates } from '../../contract/index.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { createMovingTarget, statesOf } from './testing/moving-target.ts'

/* Sources that somebody got wrong, or made to break something: each object ends in a state, and nothing is half moved. */

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const text = 'RETURN Review() WHEN @"totalAmount" > 1'
const json = (value: unknown): string => JSON.stringify(value)
const functionFiles = (name: string, code: string): Record<string, string> => ({
  [`functions/${name}/function.json`]: json({
    parameters: [],
    properties: [{ name: 'V', type: 'Double', default: '0' }],
  }),
  [`functions/${name}/properties/V.fql`]: code,
})
const velocity = (name: string, more = ''): string =>
  `SELECT Count() AS ${name} FROM Purchase ${more}GROUPBY @"user.userId"`

async function moveTwice(files: Record<string, string>) {
  const { move } = await createMovingTarget(store)
  const preview = await move(files, { dryRun: true })
  expect(JSON.stringify(await move(files, { dryRun: true }))).toBe(JSON.stringify(preview))
  const applied = await move(files)
  const { applied: _preview, changed: _none, ...before } = preview
  const { applied: _applied, changed: _changed, ...after } = applied
  expect(after).toEqual(before)
  for (const object of applied.objects) {
    expect(moveStates).toContain(object.state)
    // What is not the same says why.
    if (object.state !== 'same') expect(object.notes.length).toBeGreaterThan(0)
  }
  const again = await move(files)
  expect(again.changed).toBe(false)
  return { states: statesOf(applied), applied }
}

describe('a source that is wrong', () => {
  it('functions that call one another in a circle stay out, and the rule that calls them', async () => {
    const { states, applied } = await moveTwice({
      ...functionFiles('Ping', 'RETURN Functions.Pong().V'),
      ...functionFiles('Pong', 'RETURN Functions.Ping().V'),
      ...functionFiles('Self', 'RETURN Functions.Self().V'),
      ...functionFiles('Alone', 'RETURN 5'),
      'rules/purchase/Circle.fql': 'RETURN Reject() WHEN Functions.Ping().V > 1',
      'rules/purchase/Good.fql': 'RETURN Reject() WHEN Functions.Alone().V > 1',
    })
    expect(applied.refusal).toBeNull()
    expect(states).toMatchObject({ 'functions/Alone': 'same', 'rules/purchase/Good': 'same' })
    for (const key of ['functions/Ping', 'functions/Pong', 'functions/Self'])
      expect(states[key]).toMatch(/^(failed|needsYou) /)
    expect(states['rules/purchase/Circle']).toMatch(/^(failed|needsYou) /)
  })

  it('velocities of one name, in one set, in two, and in a set that exists', async () => {
    const { move } = await createMovingTarget(store)
    await move({ 'velocities/Here.fql': velocity('perUser') })
    const report = await move({
      'velocities/Twice.fql': `// velocity: a\n${velocity('dup')}\n// velocity: b\n${velocity('dup')}`,
      'velocities/One.fql': velocity('shared'),
      'velocities/Two.fql': velocity('SHARED'),
      'velocities/There.fql': velocity('PerUser'),
      'velocities/Circle.fql': velocity('loop', 'WHEN Velocity.loop(@"user.userId", 1d) > 1 '),
      'rules/purchase/Good.fql': text,
    })
    const states = statesOf(report)
    expect(report.refusal).toBeNull()
    expect(states['rules/purchase/Good']).toBe('same')
    expect(states['velocities/Twice']).toMatch(/^failed /)
    expect(states['velocities/There']).toMatch(/^failed /)
    // One of two is enough to stay out.
    expect([states['velocities/One'], states['velocities/Two']].filter(each => each === 'same').length).toBeLessThan(2)
  })

  it('names with slashes, of control characters, of Windows, and of 300 characters', async () => {
    const { states, applied } = await moveTwice({
      'rules/purchase/A%2FB.fql': text,
      'rules/purchase/con.fql': text,
      'rules/purchase/a%00b.fql': text,
      [`rules/purchase/${'x'.repeat(300)}.fql`]: text,
      'rules/purchase/%.fql': text,
      'rules/purchase/.hidden.fql': text,
      'rules/purchase/../../../etc/passwd.fql': text,
      'rules\\purchase\\Back.fql': text,
      'lists/custom/a%2Fb.csv': 'K\n1\n',
      'lists/custom/ .csv': 'K\n1\n',
      'queues/a%2Fb.json': json({ assessment: 'purchase', defaultAction: 'Approve' }),
      'velocities/a%2Fb.fql': velocity('slashed'),
      'functions/a b/function.json': json({ properties: [{ name: 'V', type: 'Double' }] }),
      'functions/a b/properties/V.fql': 'RETURN 1',
      'external-calls/a/b.json': '{}',
    })
    expect(applied.refusal).toBeNull()
    expect(Object.keys(states).some(key => key.includes('..'))).toBe(false)
    expect(states).toMatchObject({ 'rules/purchase/A%2FB': 'same', 'rules/purchase/Back': 'same' })
    expect(states[`rules/purchase/${'x'.repeat(300)}`]).toMatch(/^failed (schema|fault)/)
  })

  it('two objects of one name that differ by letter case or by their form', async () => {
    const { states, applied } = await moveTwice({
      'rules/purchase/Limit.fql': text,
      'rules/purchase/LIMIT.fql': text,
      'lists/custom/Risky.csv': 'K\n1\n',
      'lists/custom/risky.csv': 'K\n2\n',
      'lists/databases/RISKY.json': json({
        columns: ['K'],
        connection: {
          kind: 'cosmos',
          account: 'a',
          database: 'd',
          container: 'c',
          timeoutMs: 9,
          secret: { kept: true },
        },
      }),
      'queues/High.json': json({ assessment: 'purchase', defaultAction: 'Approve' }),
      'queues/high.json': json({ assessment: 'purchase', defaultAction: 'Reject' }),
      'external-calls/one.json': json({ name: 'same' }),
      'external-calls/two.json': json({ name: 'same' }),
      'users.json': json([
        { username: 'a@b.example', roles: ['FraudEngineer'] },
        { username: 'A@B.example', roles: ['Viewer'] },
      ]),
      'rules/purchase/Good.fql': text,
    })
    expect(applied.refusal).toBeNull()
    expect(states['rules/purchase/Good']).toBe('same')
    expect(
      Object.entries(states).filter(([key, state]) => /limit$/i.test(key) && state === 'same').length,
    ).toBeLessThan(2)
    expect(
      Object.entries(states).filter(([key, state]) => /risky$/i.test(key) && state === 'same').length,
    ).toBeLessThan(2)
    expect(states['queues/high']).not.toBe('same')
  })

  it('texts with errors, of nothing, of a megabyte, nested, and with every bracket open', async () => {
    const { states, applied } = await moveTwice({
      'rules/purchase/Empty.fql': '',
      'rules/purchase/Remark.fql': '// nothing\n',
      'rules/purchase/Open.fql': 'RETURN Review("a WHEN (((',
      'rules/purchase/Deep.fql': `RETURN Review() WHEN ${'('.repeat(3000)}true${')'.repeat(3000)}`,
      'rules/purchase/Long.fql': `RETURN Review() WHEN ${Array.from({ length: 30_000 }, () => '@"totalAmount" > 1').join(' OR ')}`,
      'rules/purchase/Nul.fql': 'RETURN Review() WHEN @"a" == "\u0000"',
      'rules/purchase/Select.fql': 'SELECT * FROM users; DROP TABLE rule',
      'rules/purchase/Good.fql': text,
      'velocities/Broken.fql': 'SELECT Count( FROM',
      'settings.json': '[]',
      'environments.json': 'null',
      'users.json': json({ username: 'a@b.example' }),
      'applications.json': json([{ clientId: '../x', name: 'N' }, null, 7]),
      'queues/Nul.json': '{ "assessment": "purchase", "defaultAction": "Approve", "description": "\\u0000" }',
      'queues/Half.json': '{ "assessment": "purchase", "defaultAction": "Approve", "description": "\\ud800" }',
      'queues/Deep.json': `${'['.repeat(5000)}${']'.repeat(5000)}`,
      'export.zip': 'PK\u0003\u0004broken',
    })
    expect(applied.refusal).toBeNull()
    expect(states['rules/purchase/Good']).toBe('same')
    expect(states['export.zip']).toMatch(/^leftOut noPlace/)
    for (const [key, state] of Object.entries(states))
      if (!/Good$|zip$/.test(key)) expect([key, state]).toEqual([key, expect.stringMatching(/^failed /)])
  })

  it('a list of 300,000 rows and one with a row that is open', async () => {
    const { states, applied } = await moveTwice({
      'lists/custom/Large.csv': `K\n${Array.from({ length: 300_000 }, (_, at) => `k${at}`).join('\n')}\n`,
      'lists/custom/Open.csv': 'K\n"a\n',
      'lists/support/Email support list.csv': 'Value,Status,Reason,Expires,Comments\nno address,Safe,,,\n',
    })
    expect(applied.refusal).toBeNull()
    expect(states['lists/custom/Open']).toBe('failed fault')
    expect(states['lists/support/Email support list']).toMatch(/^failed fault/)
    expect(states['lists/custom/Large']).toBeDefined()
  }, 60_000)
})
