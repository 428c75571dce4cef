import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FunctionBody } from '../../contract/index.ts'
import { places, ruleBody } from '../../http/console-api/testing/console-bench.ts'
import { type EnvironmentTree, loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { removePointer } from '../external-assessments/external-assessments.ts'
import { removeCall, updateCall } from '../external-calls/external-calls.ts'
import { type CallBench, callBody, openCallBench } from '../external-calls/testing/call-bench.ts'
import { functions } from '../functions/functions.ts'
import { publishResourceIn, removeResourceIn } from '../lifecycle/resource-lifecycle.ts'
import { publishBodyIn } from '../rules/lifecycle/publish.ts'
import { velocitySets } from '../velocities/velocity-set-definition.ts'
import { lockReferences } from './reference-locks.ts'

let on: CallBench
let tree: EnvironmentTree
let number = 0

beforeAll(async () => {
  on = await openCallBench()
  await createAssessment(on.ports.db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'Custom',
    apiName: 'Kyc',
    friendlyName: 'Kyc',
    observations: [],
    hasLabel: true,
    sample: { metadata: { eventId: 'e', timestamp: '2025-11-20T11:00:00Z' } },
    author: { id: randomUUID(), name: 'Test' },
  })
  await on.engine.reloadRules()
  tree = await loadEnvironmentTree(on.ports.db, places.tenant)
})
afterAll(() => on.close())

const place = () => ({
  ports: on.ports,
  principal: on.bench.person('admin'),
  roles: [],
  correlationId: 'c',
  environmentId: places.root,
  tree,
  engine: on.engine,
  calls: on.calls,
})
async function send(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  return on.request('admin', method, path, body)
}
async function made(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await send(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const functionBody = (name: string, parameters: FunctionBody['parameters'] = []): FunctionBody => ({
  name,
  description: '',
  parameters,
  properties: [{ name: 'Known', description: '', type: 'Boolean', default: 'false', code: 'RETURN true' }],
  sample: { eventType: 'Purchase', payload: {} },
})
interface Thing {
  text: string
  path: string
  goes: Record<string, (trx: Db) => Promise<unknown>>
}
/** A published resource, the text by which a rule names it, and the ways in which it can be removed. */
const things: Record<string, () => Promise<Thing>> = {
  async function() {
    const [id, name] = [randomUUID(), `held${++number}`]
    await made('POST', `${places.root}/functions`, { functionId: id, body: functionBody(name) })
    await made('POST', `${places.root}/functions/${id}/publish`, { baseVersion: 0 })
    const other = functionBody(name, [{ name: '_more', type: 'Integer', default: '1' }])
    return {
      text: `Functions.${name}().Known`,
      path: `functions/${id}`,
      goes: {
        deleted: trx => removeResourceIn(trx, place(), functions, id),
        'given a parameter': trx => publishResourceIn(trx, place(), functions, { id, body: other, status: 'active' }),
      },
    }
  },
  async velocity() {
    const [id, name] = [randomUUID(), `held${++number}`]
    const body = (velocity: string) => ({
      name,
      description: '',
      condition: '',
      velocities: [{ text: `SELECT Count() AS ${velocity} FROM Purchase GROUPBY @"user.userId"` }],
    })
    await made('POST', `${places.root}/velocities`, { setId: id, body: body(name) })
    await made('POST', `${places.root}/velocities/${id}/publish`, { status: 'active', baseVersion: 0 })
    return {
      text: `Velocity.${name}(@"user.userId", 7d) > 3`,
      path: `velocities/${id}`,
      goes: {
        deleted: trx => removeResourceIn(trx, place(), velocitySets, id),
        renamed: trx => publishResourceIn(trx, place(), velocitySets, { id, body: body(`${name}b`), status: 'active' }),
      },
    }
  },
  async 'external call'() {
    const [id, name] = [randomUUID(), `held${++number}`]
    await made('POST', `${places.root}/external-calls`, { callId: id, body: callBody(on.origin, { name }) })
    const other = callBody(on.origin, {
      name,
      parameters: [
        { name: 'phone', sample: '1' },
        { name: 'more', sample: '2' },
      ],
    })
    return {
      text: `External.${name}(@"user.phoneNumber").lineAge > 3`,
      path: `external-calls/${id}`,
      goes: {
        deleted: trx => removeCall(trx, place(), id),
        'given a parameter': trx => updateCall(trx, place(), id, other, 1),
      },
    }
  },
  async 'external assessment'() {
    const [id, name] = [randomUUID(), `held${++number}`]
    await made('POST', `${places.root}/external-assessments`, {
      assessmentId: id,
      body: { name, description: '', target: { environmentId: places.root, eventType: 'Kyc' } },
    })
    return {
      text: `Assessments.${name}.Evaluate($baseInput = @@).x == 1`,
      path: `external-assessments/${id}`,
      goes: { deleted: trx => removePointer(trx, place(), id) },
    }
  },
}
const ruleWith = (text: string) =>
  ruleBody(`Rule ${++number}`, { clauses: [{ name: 'c', section: 'prior', text: `RETURN Reject() WHEN ${text}` }] })

/** Begins work and waits a short time for its end. */
async function begun<Answer>(work: Promise<Answer>): Promise<{ answer: Promise<Answer>; ended: boolean }> {
  let ended = false
  const answer = work.finally(() => {
    ended = true
  })
  await new Promise(resolve => {
    setTimeout(resolve, 300)
  })
  return { answer, ended }
}

describe.each(Object.keys(things))('%s: one that goes while a rule that names it is published', kind => {
  it('the publish waits for the removal, finds the resource missing and is refused', async () => {
    for (const way of Object.keys((await things[kind]?.())?.goes ?? {})) {
      const thing = await things[kind]?.()
      const rule = await made('POST', `${places.root}/rules/purchase`, { body: ruleWith(thing?.text ?? '') })
      const publishing = await on.ports.db.transaction().execute(async trx => {
        await thing?.goes[way]?.(trx)
        return {
          begun: await begun(
            send('POST', `${places.root}/rules/${String(rule.id)}/publish`, { status: 'active', baseVersion: 0 }),
          ),
        }
      })
      const answer = await publishing.begun.answer
      expect([way, publishing.begun.ended, answer.status, answer.body]).toMatchObject([
        way,
        false,
        409,
        { code: 'resources.changed' },
      ])
      // None of it was published.
      expect(await send('GET', `${places.root}/rules/purchase/${String(rule.id)}`)).toMatchObject({
        body: { status: 'draft' },
      })
      await on.engine.reloadRules()
    }
  })
  it('the resource stays when the publish came first, and its user is named', async () => {
    const thing = await things[kind]?.()
    const body = ruleWith(thing?.text ?? '')
    const removal = await on.ports.db.transaction().execute(async trx => {
      await publishBodyIn(trx, place(), {
        ruleId: null,
        eventType: 'purchase',
        type: 'decision',
        branch: 'production',
        status: 'active',
        body,
      })
      await lockReferences(trx, place(), body)
      return { begun: await begun(send('DELETE', `${places.root}/${thing?.path ?? ''}`)) }
    })
    expect(removal.begun.ended).toBe(false)
    const refused = await removal.begun.answer
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining(body.name)])
  })
})
