import { describe, expect, it } from 'vitest'
import { findAttacks } from '../../../engine/attacks/find-attacks.ts'
import type { AttackGroup, Attempt } from '../../../engine/attacks/types.ts'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import { generateDemo } from './generate.ts'
import type { DemoData, DemoEvent } from './history-events.ts'
import { day, hour, minute } from './orders.ts'
import { sprayTimes, testingStart } from './timing.ts'

const now = Date.parse('2025-11-24T12:00:00Z')
const days = 90
const { events, later } = generateDemo({ events: 60_000, now, days })
const shop = demoEnvironmentIds.harborEu

/** The last answer of bank or shop about each event, as the service reads it. */
const answers = new Map<string, Pick<DemoData, 'event' | 'body'>>()
for (const step of later)
  if (step.kind === 'data' && (step.event === 'bankevent' || step.event === 'accountloginstatus')) {
    const metadata = step.body['metadata'] as { loginId?: string } | undefined
    answers.set(String(step.body['purchaseId'] ?? metadata?.loginId), step)
  }

const objectOf = (value: unknown): Record<string, unknown> => (Object(value) === value ? { ...Object(value) } : {})

function attemptOf({ id, at, body, eventType }: DemoEvent): Attempt {
  const device = objectOf(body['deviceContext'] ?? body['device'])
  const [card] = Array.isArray(body['paymentInstrumentList']) ? body['paymentInstrumentList'] : []
  const answer = answers.get(id)?.body
  const status = String(answer?.['status'] ?? objectOf(answer?.['statusDetails'])['statusType'] ?? '')
  const user = String(objectOf(body['user'])['userId'])
  const { bin, lastFourDigits } = objectOf(card)
  return {
    eventId: id,
    at,
    outcome:
      status === 'Declined' ? 'declined' : status === 'Rejected' ? 'refused' : status === '' ? 'open' : 'succeeded',
    detail: null,
    account: user,
    target: eventType === 'purchase' ? `${String(bin)}-${String(lastFourDigits)}` : user,
    device: String(device['externalDeviceId']),
    ip: String(device['ipAddress']),
  }
}

const attemptsIn = (from: number, to: number, eventType: string): Attempt[] =>
  events
    .filter(each => each.environmentId === shop && each.eventType === eventType && each.at >= from && each.at <= to)
    .map(attemptOf)

/** Groups of all checks of a stretch, every `step`, over the two hours before each. */
function groupsIn(from: number, to: number, step: number): { at: number; groups: AttackGroup[] }[] {
  const found: { at: number; groups: AttackGroup[] }[] = []
  for (const eventType of ['purchase', 'accountlogin']) {
    const all = attemptsIn(from - 2 * hour, to, eventType)
    for (let at = from; at <= to; at += step) {
      const groups = findAttacks(all.filter(attempt => attempt.at > at - 2 * hour && attempt.at <= at))
      if (groups.length > 0) found.push({ at, groups })
    }
  }
  return found
}

describe('the attacks of the demo', () => {
  const planted = events.filter(
    ({ environmentId, shape }) => environmentId === shop && (shape === 'cardTesting' || shape === 'spray'),
  )

  it.each([
    ['card testing', testingStart(now), 'cardTesting'],
    ['the first night of sprayed passwords', sprayTimes(now, days)[0] ?? 0, 'spray'],
    ['the last night of sprayed passwords', sprayTimes(now, days)[1] ?? 0, 'spray'],
  ])(
    '%s is found within a minute of its twelfth failure, and at least 95 %% of it are one group',
    (_, start, shape) => {
      const own = planted.filter(each => each.shape === shape && each.at >= start && each.at < start + 4 * hour)
      expect(own.length).toBeGreaterThan(30)
      const failures = own.map(attemptOf).filter(({ outcome }) => outcome !== 'succeeded' && outcome !== 'open')
      const twelfth = failures[11]?.at ?? 0
      const [first] = groupsIn(twelfth, twelfth + minute, 15_000)
      expect(first).toBeDefined()
      // Members of the checks together, as the service stores them.
      const members = new Set(
        groupsIn(start, start + 3 * hour, 5 * minute).flatMap(({ groups }) => {
          expect(groups).toHaveLength(1)
          return groups[0]?.attempts.map(({ eventId }) => eventId) ?? []
        }),
      )
      expect(own.filter(({ id }) => members.has(id)).length / own.length).toBeGreaterThanOrEqual(0.95)
      const ids = new Set(own.map(({ id }) => id))
      expect([...members].filter(id => !ids.has(id)).length / members.size).toBeLessThanOrEqual(0.02)
      // Each account that was opened is in the group.
      const opened = own.filter(each => attemptOf(each).outcome === 'succeeded')
      expect(opened.every(({ id }) => members.has(id))).toBe(true)
    },
  )

  it('are all there is: the quiet month between them has no false alert', () => {
    const [first = 0, last = 0] = sprayTimes(now, days)
    expect(last - first).toBeGreaterThan(31 * day)
    expect(groupsIn(first + day, first + 31 * day, 20 * minute)).toEqual([])
  })
})
