import { describe, expect, it } from 'vitest'
import { checkAssessment } from './assessment-template.ts'
import { checkEnvironment } from './environment-template.ts'
import type { EnvironmentContent } from './model.ts'
import { parseContent } from './template-file.ts'

const sample = { payload: { totalAmount: 5, user: { email: 'a@shop.example' } }, riskScore: 100 }
const body = (name: string, text: string) => ({
  name,
  description: '',
  condition: 'WHEN @"totalAmount" > 5',
  clauses: [{ name: 'A', section: 'prior', description: '', text }],
  sample,
})
const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => one(index))
const empty = {
  environment: { name: 'x', description: '', geography: 'eu' },
  assessments: [],
  settings: {},
  rules: [],
  velocitySets: [],
  functions: [],
  externalCalls: [],
  externalAssessments: [],
  lists: [],
}
const place = { parentId: null, tree: new Map(), engine: {}, calls: { addressIssue: () => null } } as never
/** A root environment without calls: the database is not queried. */
const noDatabase = {} as never

/** Counts how often other tasks ran in the meantime. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  const timer = setInterval(() => {
    turns++
  }, 0)
  try {
    return { result: await work, turns }
  } finally {
    clearInterval(timer)
  }
}

describe('a template with a great deal in it', () => {
  it('a template with a great deal in it is checked in portions, with others in between', async () => {
    const rules = many(1500, index => ({
      type: 'decision',
      status: 'active',
      assessment: 'purchase',
      body: body(
        `Rule ${index}`,
        index === 1499 ? 'RETURN Rejekt()' : `RETURN Reject("r") WHEN @"totalAmount" > ${index}`,
      ),
    }))
    const { result, turns } = await turnsDuring(
      checkEnvironment(noDatabase, place, parseContent('environment', { ...empty, rules })),
    )
    expect(result.map(({ name, code }) => `${name} ${code.slice(0, 3)}`)).toEqual(['Rule 1499 FQL'])
    expect(turns).toBeGreaterThan(3)
  })
  it('a template with a great deal in it is read once for all its rules, velocities and functions, not anew for each', async () => {
    let reads = 0
    const rules = many(60, index => ({
      type: 'decision',
      status: 'active',
      assessment: 'purchase',
      body: body(
        `Rule ${index}`,
        `RETURN Reject("r") WHEN Velocity.v${index}(@"user.userId", 1d) > Functions.Fn${index}(1).V`,
      ),
    }))
    const velocitySets = many(60, index => ({
      status: 'active',
      body: {
        name: `Set ${index}`,
        description: '',
        condition: '',
        get velocities() {
          reads++
          return [{ text: `SELECT Count() AS v${index} FROM Purchase GROUPBY @"user.userId"` }]
        },
      },
    }))
    const functions = many(60, index => ({
      name: `Fn${index}`,
      description: '',
      parameters: [{ name: '_x', type: 'Integer', default: '1' }],
      properties: [
        {
          name: 'V',
          description: '',
          type: 'Integer',
          default: '0',
          code: index === 59 ? 'RETURN Functions.Gone(1).V' : 'RETURN _x + 1',
        },
      ],
      sample: { eventType: 'Purchase', payload: {} },
    }))
    const result = await checkEnvironment(noDatabase, place, {
      ...empty,
      rules,
      velocitySets,
      functions,
    } as unknown as EnvironmentContent)
    expect(result.map(({ name, code }) => `${name} ${code}`)).toEqual(['Fn59 FQL2007'])
    expect(reads).toBeLessThan(10 * velocitySets.length)
  })
  it('a large template of an assessment is checked in portions, too', async () => {
    const rules = many(1000, index => ({
      type: 'decision' as const,
      status: 'active' as const,
      body: body(`Rule ${index}`, `RETURN Reject("r") WHEN @"metadata.eventId" == "${index}"`),
    }))
    const content = parseContent('assessment', {
      definition: {
        apiName: 'Payout',
        friendlyName: 'Pay out',
        template: 'Custom',
        schema: { sections: [], custom: [] },
        observations: [],
        hasLabel: false,
        settings: {},
        sample: {},
      },
      settings: {},
      rules,
    })
    const db = {
      selectFrom: () => ({ select: () => ({ where: () => ({ execute: () => Promise.resolve([]) }) }) }),
    } as never
    const { turns } = await turnsDuring(
      checkAssessment(db, { resources: { checkEnvironment: () => ({}) } } as never, '', content),
    )
    expect(turns).toBeGreaterThan(3)
  })
})
