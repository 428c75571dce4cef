import { randomUUID } from 'node:crypto'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../../ports/database.ts'

const published = { version: 1, published_by: randomUUID(), published_by_name: 'Test', published_at: now }

interface StoredRule {
  name: string
  condition?: string
  /** Texts of the clauses `Clause 1`, `Clause 2`, … */
  clauses: readonly string[]
  type?: 'decision' | 'postDecision' | 'routing'
  eventType?: string
  environmentId?: string
}

export const ruleBody = (name: string, condition: string, clauses: readonly string[]) => ({
  name,
  description: '',
  condition,
  clauses: clauses.map((text, index) => ({ name: `Clause ${index + 1}`, section: 'prior', text })),
  sample: { payload: {}, riskScore: 0 },
})

/** Stores a published rule. Returns its id. */
export async function insertRule(
  db: Db,
  { name, condition = '', clauses, type = 'decision', eventType = 'purchase', environmentId = places.root }: StoredRule,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('rule')
    .values({
      ...published,
      id,
      environment_id: environmentId,
      event_type: eventType,
      type,
      name,
      status: 'active',
      position: 1,
      body: JSON.stringify(ruleBody(name, condition, clauses)),
    })
    .execute()
  return id
}

/** Stores a published velocity set or function with this body. */
export async function insertResource(
  db: Db,
  table: 'velocity_set' | 'function',
  name: string,
  body: object,
): Promise<void> {
  await db
    .insertInto(table)
    .values({
      ...published,
      id: randomUUID(),
      environment_id: places.root,
      name,
      status: 'active',
      body: JSON.stringify({ name, description: '', ...body }),
    })
    .execute()
}

/** Stores the statements of the decisions of cases. */
export async function insertDecisions(
  db: Db,
  approve: string,
  challenge: string,
  eventType = 'purchase',
): Promise<void> {
  await db
    .insertInto('setting')
    .values({
      scope: places.root,
      key: `caseManagement.decisions.${eventType}`,
      value: JSON.stringify({
        version: 1,
        configuration: { queueDecisions: [{ name: 'Approve', fqlAction: approve }], challengeAction: challenge },
      }),
    })
    .execute()
}

/** Stores a template of the library. */
export async function insertTemplate(
  db: Db,
  kind: 'rule' | 'assessment' | 'environment',
  name: string,
  content: object,
): Promise<void> {
  await db
    .insertInto('template')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      kind,
      name,
      description: '',
      source: '',
      version: 1,
      content: JSON.stringify(content),
      created_by: randomUUID(),
      created_by_name: 'Test',
      created_at: now,
    })
    .execute()
}
