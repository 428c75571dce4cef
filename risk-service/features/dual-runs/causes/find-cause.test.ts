import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DualRunReport } from '../../../contract/dual-runs/dual-run-report.ts'
import type { RuleBody } from '../../../contract/index.ts'
import {
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { readFormerEvents } from '../formats/read-file.ts'
import { runDual } from '../run/run-dual.ts'
import { fileOf } from '../testing/former-system.ts'

let bench: ConsoleBench
const at = '2025-11-12T12:00:00Z'
const clause = (name: string, text: string, section: 'prior' | 'postBot' | 'postRisk' = 'postRisk') => ({
  name,
  section,
  text,
})

beforeAll(async () => {
  bench = await openConsoleBench()
  await publish('purchase', [
    ruleBody('Blocked', {
      clauses: [clause('c', 'RETURN Reject() WHEN IsBlock("Email Support List", @"user.email")')],
    }),
    ruleBody('Steps', {
      clauses: [
        clause('first', 'RETURN Review() WHEN @"totalAmount" > 100'),
        clause('second', 'RETURN Reject() WHEN @"totalAmount" > 150'),
      ],
    }),
    ruleBody('Score', { clauses: [clause('c', 'RETURN Review() WHEN @"riskScore" > 500')] }),
    ruleBody('Quiet', {
      condition: 'WHEN @"totalAmount" == 7',
      clauses: [clause('c', 'RETURN Reject() WHEN @"currency" == "XXX"')],
    }),
    ruleBody('Seven', {
      condition: 'WHEN @"totalAmount" == 7 || @"totalAmount" == 8',
      clauses: [clause('c', 'RETURN Reject()')],
    }),
  ])
  await publish('accountlogin', [
    ruleBody('Bots', { clauses: [clause('c', 'RETURN Challenge("SMS") WHEN @"botScore" > 700', 'postBot')] }),
  ])
})
afterAll(() => bench.close())

async function publish(eventType: string, bodies: readonly RuleBody[]): Promise<void> {
  await bench.store.db
    .insertInto('rule')
    .values(
      bodies.map((body, position) => ({
        id: randomUUID(),
        environment_id: places.root,
        event_type: eventType,
        name: body.name,
        status: 'active' as const,
        position,
        version: 1,
        body: JSON.stringify(body),
        published_by: randomUUID(),
        published_by_name: 'Test',
      })),
    )
    .execute()
}

/** A call of the risk API; `ran`: the rules that ran there, absent where the answer does not list them. */
const purchase = (
  id: string,
  amount: number,
  answer: { decision: string; rule?: string; clause?: string; score?: number },
  ran?: readonly string[],
): object => ({
  path: '/v1.0/MerchantServices/events/Purchase',
  time: at,
  request: {
    purchaseId: id,
    merchantLocalDate: at,
    _metadata: { trackingId: id, merchantTimeStamp: at },
    totalAmount: amount,
    currency: 'USD',
    user: { userId: id, email: `${id}@x.example` },
  },
  response: {
    resultDetails: {
      MerchantRuleDecision: answer.decision,
      ...(answer.score === undefined ? {} : { RiskScore: answer.score }),
      PolicyApplied: answer.rule ?? 'Default',
      ...(answer.rule === undefined ? {} : { ClauseName: answer.clause ?? 'c' }),
      ...(ran === undefined
        ? {}
        : { RuleEvaluations: ran.map(name => ({ Rule: name, ClauseNames: [], EnvironmentId: '' })) }),
    },
  },
})

async function groupsOf(events: readonly object[]): Promise<DualRunReport['groups']> {
  const bytes = fileOf(events)
  const report = await runDual(
    { db: bench.store.db, clock: () => now, log: silentLog, countryOf: () => null },
    {
      environmentId: places.root,
      file: { name: 'log.ndjson', bytes: bytes.length, sha256: '' },
      events: await readFormerEvents(bytes, 'purchase'),
      words: new Map(),
    },
    () => Promise.resolve(),
  )
  return report.groups
}

describe('the cause of a differing decision', () => {
  it('is another order of clauses', async () => {
    expect(
      await groupsOf([purchase('a', 200, { decision: 'Reject', rule: 'Steps', clause: 'second', score: 100 })]),
    ).toMatchObject([{ cause: 'order', detail: 'clauseOrder', subject: 'Steps: second', other: 'first' }])
  })
  it('is a clause that does not exist here', async () => {
    expect(
      await groupsOf([purchase('a', 10, { decision: 'Review', rule: 'Steps', clause: 'third', score: 100 })]),
    ).toMatchObject([{ cause: 'rule', detail: 'absentClause', subject: 'Steps: third' }])
  })
  it('is the text of a clause that decides something else', async () => {
    expect(
      await groupsOf([purchase('a', 120, { decision: 'Challenge', rule: 'Steps', clause: 'first', score: 100 })]),
    ).toMatchObject([{ cause: 'rule', detail: 'ruleText', subject: 'Steps: first' }])
  })
  it('is a score that the answer does not contain', async () => {
    const groups = await groupsOf([purchase('a', 10, { decision: 'Review', rule: 'Score' })])
    expect(groups).toMatchObject([{ cause: 'score', detail: 'requiredScore', examples: [{ required: 501 }] }])
  })
  it('is an entry of a support list that was never filled', async () => {
    const groups = await groupsOf([purchase('a', 10, { decision: 'Reject', rule: 'Blocked', score: 100 })])
    expect(groups).toMatchObject([
      { cause: 'list', detail: 'listEntry', subject: 'Email Support List', examples: [{ required: 'Block' }] },
    ])
  })
  it('is the rule setting, where never more than one rule of an event ran', async () => {
    const eight = purchase('b', 8, { decision: 'Reject', rule: 'Seven', score: 100 }, ['Seven'])
    expect(await groupsOf([purchase('a', 7, { decision: 'Approve', score: 100 }, ['Quiet']), eight])).toMatchObject([
      { cause: 'order', detail: 'evaluation', examples: [{ eventId: 'a', actual: 'all', required: 'first' }] },
    ])
    // Where several ran, the setting is the same: the rule would have decided.
    const several = purchase('c', 10, { decision: 'Approve', score: 100 }, ['Steps', 'Score'])
    expect(
      await groupsOf([purchase('a', 7, { decision: 'Approve', score: 100 }, ['Quiet']), eight, several]),
    ).toMatchObject([{ cause: 'rule', detail: 'ruleText', subject: 'Seven: c' }])
  })
  it('is the bot score of an account event', async () => {
    const groups = await groupsOf([
      {
        path: '/v1.0/action/account/login/login-1',
        time: at,
        request: {
          name: 'AP.AccountLogin',
          version: '0.5',
          metadata: { loginId: 'login-1', customerLocalDate: at, assessmentType: 'Evaluate', merchantTimeStamp: at },
          device: { ipAddress: '198.51.100.24' },
          user: { userId: 'u', userType: 'Consumer', username: 'u@x.example' },
        },
        response: {
          resultDetails: [
            {
              decision: 'Approve',
              rule: 'Default',
              scores: [
                { scoreType: 'Bot', scoreValue: 12 },
                { scoreType: 'Risk', scoreValue: 999 },
              ],
            },
          ],
        },
      },
    ])
    expect(groups).toMatchObject([
      {
        cause: 'score',
        detail: 'formerScore',
        examples: [{ eventId: 'login-1', own: { decision: 'Challenge' }, actual: 999, required: 12 }],
      },
    ])
  })
})
