import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import roles from '../../contract/access/roles.json' with { type: 'json' }
import type { Intent } from '../../contract/assistant/intents.ts'
import { fcraTextVersion } from '../../contract/fcra.ts'
import { type Capability, type RoleId, roleIds } from '../../contract/index.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { createReadClient } from '../../http/console-api/read-client.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { createSecurityLog } from '../../kernel/security-log.ts'
import { type Principal, TokenError } from '../../ports/index.ts'
import { ask, messagesOf } from './testing/assistant-calls.ts'

/** A question in words that are recognised, and the right without which it is refused. */
const questions: [question: string, needs: Capability, intent: Intent, page?: string][] = [
  ['What was the fraud rate in the last 30 days?', 'reports.general', 'figure'],
  ['What would a score cut-off of 800 stop?', 'reports.scores', 'cutoff'],
  ['Which rules were not used in the last 30 days?', 'reports.general', 'unused-rules'],
  ['Which rules overlap?', 'reports.general', 'overlapping-rules'],
  ['Which rules do we have?', 'rules', 'overview-rules'],
  ['Which velocities do we have?', 'velocities', 'overview-velocities'],
  ['Which lists do we have?', 'lists.custom', 'overview-lists'],
  ['Which queues do we have?', 'cases.queues', 'overview-queues'],
  ['Why was transaction P-4711 rejected?', 'search', 'explain-transaction'],
  ['Who changed what in the last 7 days?', 'settings.activitylogs', 'summarise-log'],
]

let bench: ConsoleBench
let app: ConsoleBench['app']
const people = new Map<string, Principal>()
const logged: { event: string; reason?: string; principalId?: string }[] = []
beforeAll(async () => {
  bench = await openConsoleBench()
  for (const role of roleIds)
    people.set(role, {
      tenantId: places.tenant,
      id: randomUUID(),
      name: role,
      username: `${role}@example.com`,
      wids: [],
      assignments: [{ role, environmentId: role === 'ProductAdmin' ? null : places.root }],
    })
  await bench.store.db
    .insertInto('fcra_acceptance')
    .values(
      [...people.values()].map(({ id, tenantId }) => ({
        id: randomUUID(),
        tenant_id: tenantId,
        user_id: id,
        text_version: fcraTextVersion,
        at: now,
      })),
    )
    .execute()
  const log = {
    write: (_level: number, event: string, fields: object = {}) => void logged.push({ event, ...fields }),
  }
  app = createConsoleApi({
    ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log },
    engine: bench.engine,
    version: '0.0.0',
    security: createSecurityLog({ log, secretKey: 'key' }),
    verifier: {
      user: token => {
        const found = people.get(token)
        return found ? Promise.resolve(found) : Promise.reject(new TokenError('JwtInvalid', 'unknown'))
      },
    },
  })
})
afterAll(() => bench.close())

const levelOf = (role: RoleId, capability: Capability): string =>
  (roles.roles[role].capabilities as Partial<Record<string, string>>)[capability] ?? 'none'
const consoleRoles = roleIds.filter(role => levelOf(role, 'copilot') !== 'none')

describe('an answer outside the rights of the user', () => {
  it.each(questions)('is a refusal for every role without the right: %s', async (question, needs, intent) => {
    for (const role of consoleRoles) {
      logged.length = 0
      const answer = await ask(app, role, question)
      expect([role, answer.intent]).toEqual([role, intent])
      const isRefused = levelOf(role, needs) === 'none'
      expect([role, answer.refused]).toEqual([role, isRefused])
      if (!isRefused) {
        expect([role, messagesOf(answer).filter(message => message.startsWith('NoRight'))]).toEqual([role, []])
        continue
      }
      // Nothing but the refusal is said, and it names the right; the security log has it as any other refusal.
      expect([role, messagesOf(answer), answer.sources]).toEqual([role, ['NoRight'], []])
      expect(answer.sentences[0]?.values['right']).toEqual({ kind: 'term', list: 'capability', value: needs })
      expect(logged.filter(({ event }) => event === 'security.right-refused')).toMatchObject([
        { reason: needs, principalId: people.get(role)?.id },
      ])
    }
  })

  it('is given to no application', async () => {
    for (const role of roleIds.filter(each => levelOf(each, 'copilot') === 'none'))
      await expect(ask(app, role, 'Which environments do we have?')).rejects.toMatchObject({ status: 404 })
  })
})

it('no procedure that stores something can be called for an answer', async () => {
  const reads = createReadClient({} as ConsoleContext, { onError: () => undefined }) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >
  for (const [area, name] of [
    ['rules', 'remove'],
    ['rules', 'publish'],
    ['customLists', 'append'],
    ['assistant', 'saveSettings'],
    ['personalData', 'reveal'],
    ['search', 'sendLabels'],
    ['assistant', 'answer'],
  ] as const)
    await expect(reads[area]?.[name]?.({})).rejects.toThrow('stores something')
})
