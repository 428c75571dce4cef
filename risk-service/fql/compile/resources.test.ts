import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { complete } from '../editor/complete.ts'
import { signatureHelp } from '../editor/help.ts'
import { generateLetterPairs } from '../functions/build-letter-pairs.ts'
import {
  type CheckEnvironment,
  type ClauseOutcome,
  type CompileOptions,
  check,
  checkFunction,
  checkVelocitySet,
  compileRule,
  compileVelocitySet,
  createScope,
  createVelocityMemory,
  type FunctionDefinition,
  type ResourceReaders,
  runClause,
  type Scope,
  testCondition,
  windowStart,
} from '../index.ts'

const now = new Date('2025-06-15T11:04:00Z')
const named = <T extends { name: string }>(...list: T[]): Map<string, T> =>
  new Map(list.map(each => [each.name.toLowerCase(), each]))
const definition = (name: string, code: string, more: Partial<FunctionDefinition> = {}): FunctionDefinition => ({
  name,
  parameters: [],
  properties: [{ name: 'Value', type: 'Double', default: -1, code }],
  ...more,
})
const env: CheckEnvironment = {
  attributes: new Map(),
  velocities: named({ name: 'spend', id: 'v1' }, { name: 'logins' }),
  externalCalls: named({ name: 'phone', parameters: ['number'] }, { name: 'ping', parameters: [] }),
  externalAssessments: named({ name: 'Kyc' }),
  lists: { custom: named({ name: 'Risky', columns: ['SKU'] }), support: new Map() },
  functions: {
    own: named(
      definition('Twice', 'RETURN _x * 2', { parameters: [{ name: '_x', type: 'Double', default: 21 }] }),
      definition('Spent', 'RETURN Velocity.spend(@"user", 1d)'),
    ),
  },
}
const clause = (text: string, mode: CompileOptions['mode'], environment = env) => {
  const made = compileRule({ condition: '', clauses: [{ name: 'c', section: 'prior', text }] }, environment, { mode })
    .clauses[0]
  if (made === undefined) throw new Error('no clause')
  return made
}
const scopeOf = (event: unknown, readers: ResourceReaders = {}): Scope => createScope({ event, now, ...readers })
const run = async (
  text: string,
  event: unknown,
  readers: ResourceReaders,
  mode: CompileOptions['mode'],
  environment = env,
): Promise<{ outcome: ClauseOutcome; scope: Scope }> => {
  const scope = scopeOf(event, readers)
  return { outcome: await runClause(clause(text, mode, environment), scope), scope }
}
const later = <T>(value: T): Promise<T> =>
  new Promise(resolve => {
    setTimeout(() => resolve(value), 1)
  })
const result = (response: unknown) => ({
  response,
  httpStatusCode: 200,
  errorMessage: '',
  latencyMs: 3,
  endpoint: 'https://x.example',
})
const codes = (text: string, environment: CheckEnvironment = env): string[] =>
  check(text, 'clause', environment).map(found => `${found.code} ${found.line}:${found.column}`)

describe.each(['code', 'closures'] as const)('what is read from outside, %s', mode => {
  it('the back end makes a rule wait only where it uses something that may take time', async () => {
    expect(clause('RETURN Reject() WHEN @"a" == 1', mode).waits).toBe(false)
    expect(clause('RETURN Reject() WHEN BIN.Lookup(@"a").cardType == "Debit"', mode).waits).toBe(false)
    const waiting = clause('RETURN Reject() WHEN Velocity.spend(@"user", 7d) > 10', mode)
    expect(waiting.waits).toBe(true)
    const answered = runClause(waiting, scopeOf({ user: 'u' }, { velocities: { read: () => 11 } }))
    expect(answered).not.toBeInstanceOf(Promise)
    const promised = runClause(waiting, scopeOf({ user: 'u' }, { velocities: { read: () => later(11) } }))
    expect(promised).toBeInstanceOf(Promise)
    expect((await promised).fired).toBe(true)
  })
  it('the back end tells which velocities are read over seconds or minutes, also by functions', () => {
    const fine = (text: string, environment = env) =>
      compileRule({ condition: '', clauses: [{ name: 'c', section: 'prior', text }] }, environment, {
        mode,
      }).fineVelocities.map(({ name }) => name)
    expect(fine('RETURN Reject() WHEN Velocity.spend("k", 7d) > 1 || Velocity.logins("k", 3h) > 1')).toEqual([])
    expect(fine('RETURN Reject() WHEN Velocity.spend("k", 7d) > 1 || Velocity.logins("k", 30s) > 1')).toEqual([
      'logins',
    ])
    const functions = { own: named(definition('Lately', 'RETURN Velocity.spend(@"user", 5m)')) }
    expect(fine('RETURN Reject() WHEN Functions.Lately().Value > 1', { ...env, functions })).toEqual(['spend'])
  })
  it('the back end goes on where it stopped: nothing happens twice', async () => {
    let random = 0
    const text = `LET $r = RandomInt(0, 1000)\nDO SetVariables(n = GetVariable("n").AsInt() + 1)\nOBSERVE Output(r = $r)\nRETURN Review("" + $r + "|" + GetVariable("n").AsString()) WHEN External.phone("1").ok && Velocity.spend("k", 1h) == 4`
    const scope = createScope({
      event: {},
      now,
      random: () => (random += 0.1),
      calls: { external: () => later(result({ ok: true })), assessment: () => later(result(null)) },
      velocities: { read: () => later(4) },
    })
    const outcome = await runClause(clause(text, mode), scope)
    expect(outcome).toMatchObject({
      fired: true,
      observed: true,
      outputs: { r: 100 },
      decision: { reason: '100|1' },
      errors: [],
    })
  })
  it('the back end asks once per event for the same thing', async () => {
    const asked: unknown[] = []
    const readers: ResourceReaders = {
      velocities: {
        read: ({ id, name }, key, window) => {
          asked.push([id ?? name, key, window.count, window.unit])
          return later(5)
        },
      },
    }
    const scope = scopeOf({ user: 'u' }, readers)
    const rule = compileRule(
      {
        condition: 'WHEN Velocity.spend(@"user", 7d) == 5',
        clauses: [
          {
            name: 'c',
            section: 'prior',
            text: 'RETURN Reject() WHEN Velocity.SPEND("u", 7d) + Velocity.logins("u", 2h) == 10 && Velocity.spend("", 7d) == 0',
          },
        ],
      },
      env,
      { mode },
    )
    expect(rule.conditionWaits).toBe(true)
    expect(await testCondition(rule, scope)).toBe(true)
    const [first] = rule.clauses
    expect(first === undefined ? null : (await runClause(first, scope)).fired).toBe(true)
    expect(asked).toEqual([
      ['v1', 'u', 7, 'd'],
      ['logins', 'u', 2, 'h'],
    ])
  })
  it('the back end reads a velocity that fails as 0 and reports it', async () => {
    for (const read of [
      () => {
        throw new Error('down')
      },
      () => Promise.reject(new Error('down')),
    ]) {
      const { outcome, scope } = await run(
        'OBSERVE Output(a = 1)\nRETURN Reject() WHEN Velocity.spend("u", 1d) == 0',
        {},
        { velocities: { read } },
        mode,
      )
      expect(outcome).toMatchObject({ fired: true, errors: [{ code: 'FQL4009', line: 2, column: 31 }] })
      expect(scope.recovered).toMatchObject([{ code: 'FQL4009', resource: 'spend' }])
    }
    const rule = compileRule({ condition: 'WHEN Velocity.spend("u", 1d) == 0', clauses: [] }, env, { mode })
    const scope = scopeOf({}, { velocities: { read: () => Promise.reject(new Error('down')) } })
    expect(await testCondition(rule, scope)).toBe(true)
    expect(scope.errors).toMatchObject([{ code: 'FQL4009', line: 1, column: 15 }])
  })
  it('the back end reads at most a hundred velocity values per event', async () => {
    const items = Array.from({ length: 101 }, (_, index) => ({ k: `k${index}` }))
    expect(
      (
        await run(
          'RETURN Reject() WHEN Velocity.spend(@"items.k", 1d) > 1',
          { items },
          { velocities: { read: () => later(0) } },
          mode,
        )
      ).outcome.errors[0],
    ).toMatchObject({ code: 'FQL4006', column: 31 })
    expect(
      (
        await run(
          'RETURN Reject() WHEN Velocity.spend(@"items.k", 1d) > 1',
          { items: items.slice(1) },
          { velocities: { read: () => 0 } },
          mode,
        )
      ).outcome.errors,
    ).toEqual([])
  })
  it('the back end keeps how a call went beside its response', async () => {
    const calls = {
      external: async () => ({
        response: null,
        httpStatusCode: 503,
        errorMessage: 'HTTP 503',
        latencyMs: 9,
        request: { number: '1' },
        endpoint: 'https://x.example',
      }),
      assessment: async () => result({ a: 1 }),
    }
    const { outcome, scope } = await run(
      'LET $r = External.phone(1)\nLET $k = [Assessments.Kyc.Evaluate(x = 1)]\nOBSERVE Output(r = $r, d = $r.GetDiagnostics(), e = External.phone("1").getdiagnostics().latency, k = $k[0].GetDiagnostics().HttpStatusCode, n = GetVariable("x").GetDiagnostics())',
      {},
      { calls },
      mode,
    )
    expect(outcome.outputs).toEqual({
      r: null,
      d: {
        Request: { number: '1' },
        Endpoint: 'https://x.example',
        HttpStatusCode: 503,
        ErrorMessage: 'HTTP 503',
        Latency: 9,
      },
      e: 9,
      k: 200,
      n: null,
    })
    expect(scope.calls).toMatchObject([
      { kind: 'external', name: 'phone', status: 'ResponseFailure', httpStatus: 503 },
      { kind: 'assessment', name: 'Kyc', status: 'Success' },
    ])
  })
  it('the back end survives readers that throw', async () => {
    const thrown = (): never => {
      throw new Error('no network')
    }
    const { outcome } = await run(
      'RETURN Reject(External.ping().GetDiagnostics().ErrorMessage.AsString()) WHEN External.ping().score == 0',
      {},
      { calls: { external: thrown, assessment: thrown } },
      mode,
    )
    expect(outcome.decision?.reason).toBe('no network')
    const facts: ResourceReaders = {
      geo: { lookup: thrown },
      bins: { lookup: thrown },
      devices: { attributes: thrown, speedOfTravel: () => Promise.reject(new Error('x')) },
      models: { risk: thrown },
    }
    const made = await run(
      'OBSERVE Output(g = Geo.City(@"ip"), b = BIN.Lookup("411111").error, d = Device.GetFullAttributes("s"), t = Device.GetSpeedOfTravel("s"), m = Model.Risk().Score.AsInt())',
      { ip: '1.2.3.4' },
      facts,
      mode,
    )
    expect(made.outcome).toMatchObject({ outputs: { g: '', b: 'BIN not found', d: {}, t: 0, m: 0 }, errors: [] })
  })
  it('the back end lays named arguments over the base input and tells calls apart', async () => {
    const bodies: unknown[] = []
    const calls = {
      external: async () => result(null),
      assessment: async (_info: unknown, method: string, body: unknown, observation: string | null) => {
        bodies.push([method, observation, body])
        return result({})
      },
    }
    await run(
      'LET $x = { a: [1] }\nLET $r = Assessments.kyc.Evaluate($baseInput = @@, b = $x, c = @"c")\nLET $s = Assessments.Kyc.Observe("Shipped", id = 1)\nLET $t = Assessments.Kyc.Label(label = "Fraud")\nRETURN Approve()',
      { b: 1, c: 2 },
      { calls },
      mode,
    )
    expect(bodies).toEqual([
      ['evaluate', null, { b: { a: [1] }, c: '2' }],
      ['observe', 'Shipped', { id: 1 }],
      ['label', null, { label: 'Fraud' }],
    ])
  })
  it('the back end asks for places only of addresses that belong to the event', async () => {
    const geo = { lookup: (ip: string) => ({ countryCode: `X${ip}` }) }
    const text =
      'LET $ip = @"ip"\nOBSERVE Output(a = Geo.CountryCode(@"ip"), b = Geo.CountryCode($ip), c = Geo.CountryCode("9." + "9.9.9"))'
    expect((await run(text, { ip: '1.1.1.1' }, { geo }, mode)).outcome.outputs).toEqual({
      a: 'X1.1.1.1',
      b: 'X1.1.1.1',
      c: '',
    })
  })
  it('the back end finds the longest card prefix', async () => {
    const bins = {
      lookup: (prefix: string) =>
        prefix === '4111 1111'.replace(' ', '')
          ? { issuer: 'eight' }
          : prefix === '411111'
            ? { issuer: 'six' }
            : undefined,
    }
    expect(
      (
        await run(
          'OBSERVE Output(a = BIN.Lookup("4111-1111 22").issuer, b = BIN.Lookup("4111119").issuer, c = BIN.Lookup("4111").error, d = BIN.Lookup("x").issuer)',
          {},
          { bins },
          mode,
        )
      ).outcome.outputs,
    ).toEqual({ a: 'eight', b: 'six', c: 'BIN not found', d: '' })
  })
  it('the back end runs functions with arguments of their own and remembers their values', async () => {
    const read: string[] = []
    const readers: ResourceReaders = {
      velocities: {
        read: (_info, key) => {
          read.push(key)
          return later(3)
        },
      },
    }
    const { outcome } = await run(
      'OBSERVE Output(a = Functions.Twice(4).Value, b = Functions.twice("x").value, c = Functions.Twice(1 / 0).Value, d = Functions.Spent().Value, e = Functions.Twice(Functions.Spent().Value).Value)',
      { user: 'u' },
      readers,
      mode,
    )
    expect(outcome).toMatchObject({ outputs: { a: 8, b: 42, c: 42, d: 3, e: 6 }, errors: [] })
    expect(read).toEqual(['u'])
  })
  it('the back end names resources of a function in the environment it lives in', async () => {
    const home: CheckEnvironment = { attributes: new Map(), velocities: named({ name: 'far', id: 'parent' }) }
    const environment: CheckEnvironment = {
      attributes: new Map(),
      functions: {
        parent: named(definition('F', 'RETURN Velocity.far("k", 1d)', { environment: () => home })),
        environments: new Map([['e-1', named(definition('G', 'RETURN 5'))]]),
      },
    }
    expect(codes('RETURN Reject() WHEN Velocity.far("k", 1d) > 1', environment)).toEqual(['FQL2007 1:31'])
    const text = 'OBSERVE Output(a = Functions.parent.F().Value, b = Functions.environment["E-1"].G().Value)'
    expect(
      (await run(text, {}, { velocities: { read: ({ id }) => (id === 'parent' ? 9 : 0) } }, mode, environment)).outcome
        .outputs,
    ).toEqual({ a: 9, b: 5 })
  })
  it('the back end uses the default of a property whose code is broken or has the wrong type', async () => {
    const environment: CheckEnvironment = {
      attributes: new Map(),
      functions: { own: named(definition('Broken', 'RETURN Nope()'), definition('Odd', 'RETURN "abc"')) },
    }
    expect(
      (await run('OBSERVE Output(a = Functions.Broken().Value, b = Functions.Odd().Value)', {}, {}, mode, environment))
        .outcome.outputs,
    ).toEqual({ a: -1, b: -1 })
  })
  it('the back end sends labels from actions', async () => {
    const action: CheckEnvironment = { ...env, kind: 'action' }
    expect(
      (await run('DO Assessment.SendLabel(@eventId, "fraud", "seen") WHEN true', { eventId: 'e1' }, {}, mode, action))
        .outcome.labels,
    ).toEqual([{ eventId: 'e1', label: 'Fraud', reason: 'seen' }])
  })
})

describe('velocity sets', () => {
  const source = {
    condition: 'LET $u = @"user"\nWHEN @"ok"',
    velocities: [
      'SELECT Count() AS n FROM Purchase, Login:Started WHEN @"amt" > 1 GROUPBY $u',
      'SELECT DistinctCount(@"ip") AS ips FROM Purchase GROUPBY @"user"',
      'SELECT Sum(@"amt") AS total FROM Purchase GROUPBY @"user" WHEN Velocity.n(@"user", 1d) < 2',
    ],
  }
  const known: CheckEnvironment = { attributes: new Map(), velocities: named({ name: 'n' }) }
  it.each(['code', 'closures'] as const)('velocity sets count what their events contribute, %s', async mode => {
    const set = compileVelocitySet(source, known, { mode })
    expect(set.velocities.map(({ name, aggregate, events }) => [name, aggregate, events.length])).toEqual([
      ['n', 'count', 2],
      ['ips', 'distinct', 1],
      ['total', 'sum', 1],
    ])
    const memory = createVelocityMemory()
    const at = now.getTime()
    const add = (type: string, event: unknown, id: string): Promise<void> =>
      memory.update(
        [set],
        type,
        at,
        () =>
          scopeOf(event, { velocities: { read: async ({ name }, key, window) => memory.read(name, key, window, at) } }),
        id,
      )
    await add('purchase', { user: 'u', ok: true, amt: 5, ip: 'A' }, '1')
    await add('Purchase', { user: 'u', ok: true, amt: 6, ip: 'A' }, '2')
    await add('Purchase', { user: 'u', ok: true, amt: 6, ip: 'A' }, '2')
    await add('Purchase', { user: 'u', ok: true, amt: 7, ip: 'b' }, '3')
    await add('Purchase', { user: 'u', ok: false, amt: 100 }, '4')
    await add('login:started', { user: 'u', ok: true, amt: 2 }, '5')
    await add('Login', { user: 'u', ok: true, amt: 2 }, '6')
    const read = (name: string): number => memory.read(name, 'u', { count: 1, unit: 'd' }, at)
    expect([read('n'), read('IPS'), read('total')]).toEqual([4, 2, 11])
  })
  it('velocity sets start their windows on a unit', () => {
    const start = (count: number, unit: 's' | 'm' | 'h' | 'd'): string =>
      new Date(windowStart(now.getTime() + 1234, { count, unit })).toISOString()
    expect([start(2, 'h'), start(10, 'm'), start(1, 'd'), start(5, 's')]).toEqual([
      '2025-06-15T09:00:00.000Z',
      '2025-06-15T10:54:00.000Z',
      '2025-06-14T00:00:00.000Z',
      '2025-06-15T11:03:56.000Z',
    ])
  })
  it('velocity sets are checked', () => {
    const problems = (text: string, more: Partial<CheckEnvironment> = {}): string[] =>
      checkVelocitySet({ condition: '', velocities: [text] }, { ...known, ...more }).map(
        ({ diagnostic }) => `${diagnostic.code} ${diagnostic.line}:${diagnostic.column}`,
      )
    expect(problems('SELECT Count() AS n FROM P WHEN true')).toEqual(['FQL1009 1:1'])
    expect(problems('SELECT Max(@"a") AS n FROM P GROUPBY @"u"')).toEqual(['FQL1005 1:8'])
    expect(problems('SELECT Sum() AS n FROM P GROUPBY @"u"')).toEqual(['FQL2002 1:8'])
    expect(problems('LET $a = 1')).toEqual(['FQL1009 1:1'])
    expect(problems('RETURN Reject()')).toEqual(['FQL1007 1:1'])
    expect(problems('SELECT Count() AS n FROM P GROUPBY @"items.id"', { sample: { items: [{ id: 1 }] } })).toEqual([
      'FQL2012 1:36',
    ])
    expect(problems('SELECT Count() AS n FROM P GROUPBY @"items[0].id"', { sample: { items: [{ id: 1 }] } })).toEqual(
      [],
    )
    expect(problems('SELECT Count() AS n FROM P, Q:o GROUPBY @"a"', { events: new Set(['p']) })).toEqual([
      'FQL2001 1:29',
    ])
    const many = new Map(Array.from({ length: 11 }, (_, index) => [`v${index}`, { name: `v${index}` }] as const))
    expect(
      problems(
        `SELECT Count() AS n FROM P WHEN ${[...many.keys()].map(name => `Velocity.${name}("k", 1d) > 0`).join(' || ')} GROUPBY @"a"`,
        { velocities: many },
      ),
    ).toEqual(['FQL2013 1:322'])
    expect(
      checkVelocitySet(
        {
          condition: '',
          velocities: ['SELECT Count() AS n FROM P GROUPBY @"a"', 'SELECT Count() AS N FROM P GROUPBY @"a"'],
        },
        known,
      ).map(({ part, diagnostic }) => [part, diagnostic.code]),
    ).toEqual([[1, 'FQL2006']])
  })
})

describe('functions', () => {
  const problems = (code: string, more: Partial<CheckEnvironment> = {}): string[] =>
    checkFunction(definition('F', code, { parameters: [{ name: '_a', type: 'Integer', default: 1 }] }), {
      ...env,
      ...more,
    }).map(({ diagnostic }) => `${diagnostic.code} ${diagnostic.line}:${diagnostic.column}`)
  it('functions are checked', () => {
    expect(problems('LET $x = _A + 1\nRETURN $x')).toEqual([])
    expect(problems('LET $x = 1')).toEqual(['FQL1009 1:1'])
    expect(problems('RETURN _a WHEN true')).toEqual(['FQL1007 1:11'])
    expect(problems('RETURN _a, Output(b = 1)')).toEqual(['FQL2010 1:12'])
    expect(problems('RETURN _b')).toEqual(['FQL2001 1:8'])
    expect(problems('RETURN Reject()')).toEqual(['FQL2010 1:8'])
    expect(problems('OBSERVE Output(a = 1)')[0]).toBe('FQL1007 1:1')
    expect(problems('RETURN External.ping().a + External.phone("1").b')).toEqual([])
    const calls = named({ name: 'a', parameters: [] }, { name: 'b', parameters: [] }, { name: 'c', parameters: [] })
    expect(
      problems('RETURN [External.a(), External.b(), External.a(), External.c()]', { externalCalls: calls }),
    ).toEqual(['FQL2013 1:60'])
  })
  it('functions may not reach themselves', () => {
    const a = definition('A', 'RETURN Functions.A().Value')
    expect(
      checkFunction(a, { attributes: new Map(), functions: { own: named(a) } }).map(
        ({ diagnostic }) => diagnostic.code,
      ),
    ).toEqual(['FQL2010'])
    const x = definition('X', 'RETURN Functions.Y().Value')
    const y = definition('Y', 'RETURN Functions.X().Value + 1')
    const both: CheckEnvironment = { attributes: new Map(), functions: { own: named(x, y) } }
    expect(checkFunction(x, both).map(({ diagnostic }) => diagnostic.code)).toEqual(['FQL2010'])
    expect(clause('OBSERVE Output(a = Functions.X().Value)', 'code', both).run(scopeOf({})).outputs).toEqual({ a: -1 })
  })
  it('functions are used by name and property', () => {
    expect(codes('RETURN Reject() WHEN Functions.Twice(1) > 2')).toEqual(['FQL2003 1:32'])
    expect(codes('RETURN Reject() WHEN Functions.Nope().Value > 2')).toEqual(['FQL2007 1:32'])
    expect(codes('RETURN Reject() WHEN Functions.root.Twice(1).Value > 2')).toEqual(['FQL2007 1:37'])
    expect(codes('RETURN Reject() WHEN Functions.Twice(_x = 1).Value > 2')).toEqual(['FQL2002 1:32'])
    const many: CheckEnvironment = {
      attributes: new Map(),
      functions: { own: named(...Array.from({ length: 11 }, (_, index) => definition(`F${index}`, 'RETURN 1'))) },
    }
    expect(
      codes(
        `RETURN Reject() WHEN ${Array.from({ length: 11 }, (_, index) => `Functions.F${index}().Value > 2`).join(' && ')}`,
        many,
      )[0],
    ).toMatch(/^FQL2013/)
  })
})

describe('the table of letter pairs', () => {
  it('the table of letter pairs is what its script makes of the texts', async () => {
    expect(await readFile(new URL('../functions/letter-pairs.ts', import.meta.url), 'utf8')).toBe(
      await generateLetterPairs(),
    )
  })
  it('the table of letter pairs tells words from noise', async () => {
    const score = async (text: string): Promise<unknown> =>
      (await run(`OBSERVE Output(a = GetPattern("${text}").gibberScore)`, {}, {}, 'code')).outcome.outputs['a']
    for (const word of ['margaret', 'weatherman', 'Thomas Baker']) expect(await score(word)).toBeGreaterThan(0.7)
    for (const noise of ['xqzjvkw', 'k3jx9q2', 'zxcvqw']) expect(await score(noise)).toBeLessThan(0.4)
    expect(await score('x')).toBe(1)
    expect((await run('OBSERVE Output(a = GetPattern("a--bcd1FG"))', {}, {}, 'code')).outcome.outputs).toMatchObject({
      a: { maxConsonants: 3 },
    })
  })
})

describe('what leaves an expression', () => {
  const ten = (name: string, value: string): string => `LET $${name} = [${Array(10).fill(value).join(',')}]\n`
  const lets = ten('a', '@@') + ten('b', '$a') + ten('c', '$b') + ten('d', '$c')
  const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as Record<string, unknown>
  const runOn = (code: string, event: Record<string, unknown>) =>
    (['code', 'closures'] as const).map(mode => {
      const {
        clauses: [clause],
      } = compileRule(
        { condition: '', clauses: [{ name: 'c', section: 'prior', text: code }] },
        { attributes: new Map() },
        { mode },
      )
      return clause?.run(createScope({ event, now: new Date(0) })).errors.map(error => error.code)
    })
  it.each([
    'RETURN Reject($d.ToStr())',
    'RETURN Reject("" + $d)',
    'RETURN Reject(), Output(d = $d)',
    'OBSERVE Trace(d = $d)',
    'DO SetVariables(d = $d)',
    'RETURN Reject() WHEN $d == "x"',
  ])('what leaves an expression is never more than can be written: %s', last => {
    expect(runOn(lets + last, { x: 'y'.repeat(200_000) })).toEqual([['FQL4006'], ['FQL4006']])
    expect(runOn(lets + last, { x: 'y' })).toEqual([[], []])
  })
  it.each([
    'RETURN Reject(@@.ToStr())',
    'RETURN Reject() WHEN @"a" == "x"',
    'LET $a = @@\nRETURN Reject(), Output(d = $a)',
  ])('what leaves an expression is never nested deeper than can be written: %s', code => {
    expect(runOn(code, deep)).toEqual([['FQL4006'], ['FQL4006']])
  })
})

it('the editor offers the names of resources behind their namespace', () => {
  const offered = (text: string) => complete(text, text.length, 'clause', env).map(({ label, apply }) => [label, apply])
  expect(offered('LET $r = External.')).toEqual([
    ['phone', 'phone('],
    ['ping', 'ping('],
  ])
  expect(offered('LET $r = Assessments.K')).toEqual([['Kyc', 'Kyc.']])
  expect(offered('LET $r = Assessments.Kyc.').map(([label]) => label)).toEqual(['Evaluate', 'Observe', 'Label'])
  const made = (name: string) =>
    new Map([
      [
        name.toLowerCase(),
        {
          name,
          parameters: [{ name: '_a', type: 'Double' as const, default: 1 }],
          properties: [{ name: 'Sum', type: 'Double' as const, default: 1, code: 'RETURN 1' }],
        },
      ],
    ])
  const functions = {
    own: made('Own'),
    parent: made('Above'),
    root: made('Top'),
    environments: new Map([['e-1', made('There')]]),
  }
  const inEnv = (text: string) => complete(text, text.length, 'clause', { ...env, functions }).map(({ label }) => label)
  expect(inEnv('LET $r = Functions.')).toEqual(['Own', 'parent', 'root'])
  expect([
    inEnv('LET $r = Functions.parent.A'),
    inEnv('LET $r = functions.ROOT.'),
    inEnv('LET $r = Functions.environment["e-1"].'),
    inEnv('LET $r = Functions.Own(Math.Max(1, 2)).'),
    inEnv('LET $r = Functions.parent.Above(1).'),
  ]).toEqual([['Above'], ['Top'], ['There'], ['Sum'], ['Sum']])
  const help = (text: string) =>
    signatureHelp(text, text.length, { ...env, functions })?.signatures.map(({ label }) => label)
  expect([
    help('LET $r = Functions.root.Top('),
    help('LET $r = Assessments.kyc.Observe('),
    help('OBSERVE Output('),
    help('DO SetResponse("s", '),
  ]).toEqual([
    ['Functions.root.Top(Double _a)'],
    ['Assessments.Kyc.Observe(String observation, name = value, …)'],
    ['Output(name = value, …)'],
    ['SetResponse([String section, ]name = value, …)'],
  ])
})
