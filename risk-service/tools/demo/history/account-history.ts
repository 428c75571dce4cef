import { accountLabelBody, addressChangeBody, creationBody, loginBody, loginStatusBody } from './account-events.ts'
import { type Customer, createFarIp } from './customers.ts'
import type { Visit } from './device-visits.ts'
import type { DemoData, DemoEvent, DemoLabel } from './history-events.ts'
import { day, hour, minute, type Order } from './orders.ts'
import type { Random } from './random.ts'

export type ShapedOrder = Order & { shape: DemoEvent['shape'] }
/** Targets and parameters of a shop's history. */
export interface HistoryContext {
  environmentId: string
  events: DemoEvent[]
  later: (DemoData | DemoLabel)[]
  /** Adds a fingerprinted visit. */
  visit: (visit: Omit<Visit, 'environmentId'>) => void
  firstId: number
  now: number
}
export interface AccountOptions {
  customers: readonly Customer[]
  /** Nights with password spraying; none for a shop without attacks. */
  nights: readonly number[]
  /** Maximum number of events. */
  room: number
  /** Picks a time at which any customer may sign in. */
  usual: () => { customer: Customer; at: number }
}

interface SignInOptions {
  customer: Customer
  at: number
  deviceId: string
  ip: string
}
interface More {
  truth?: 'good' | 'fraud'
  shape?: DemoEvent['shape']
  sessionId?: string
  automated?: boolean
  changed?: Record<string, number>
  status?: 'approved' | 'rejected'
}

/** Failed sign-ins for each account that is taken over. */
const sprayedPerTakenOver = 14
const minSprayed = 80

/**
 * Creates the sign-ups and sign-ins of a shop, exactly `room` many: those of thieves before their orders, the password
 * spraying that opened accounts to them, and as many of customers as fit.
 */
export function createAccountHistory(
  random: Random,
  orders: readonly ShapedOrder[],
  making: HistoryContext,
  { customers, nights, room, usual }: AccountOptions,
): void {
  const { environmentId, events, later, visit, firstId, now } = making
  let number = 0
  const left = (): number => room - number

  function sign(
    type: 'accountlogin' | 'accountcreation',
    signing: SignInOptions,
    {
      truth = 'good',
      shape = 'usual',
      automated = false,
      sessionId = `fp-${random.hex(20)}`,
      changed,
      status,
    }: More = {},
  ): DemoEvent {
    const { customer, deviceId, ip } = signing
    const at = Math.min(signing.at, now - minute)
    const id = `${type === 'accountlogin' ? 'L' : 'A'}-${firstId + number++}`
    const attempt = { customer, at, deviceId, ip, sessionId }
    visit({
      sessionId,
      at: at - random.between(2, 60) * 1000,
      device: deviceId,
      ip,
      language: customer.place.language,
      country: customer.place.country,
      page: type === 'accountlogin' ? 'SI' : 'SU',
      automated,
    })
    const event: DemoEvent = {
      kind: 'event',
      environmentId,
      eventType: type,
      id,
      at,
      truth,
      shape,
      keys: [...new Set([deviceId, ip, customer.id])],
      body: type === 'accountlogin' ? loginBody(attempt, id, changed) : creationBody(attempt, id),
    }
    events.push(event)
    if (status !== undefined)
      later.push({
        kind: 'data',
        environmentId,
        at: at + 1000,
        of: null,
        event: 'accountloginstatus',
        body: loginStatusBody(customer, id, at + 1000, status === 'approved'),
      })
    return event
  }
  function report(event: DemoEvent, type: 'AccountLogin' | 'AccountCreation', at: number): void {
    if (at <= now)
      later.push({ kind: 'label', environmentId, at, of: event, body: accountLabelBody(type, event.id, at) })
  }

  const accounts = new Set<string>()
  const opened: Customer[] = []
  /** Events of customers; each may or may not be part of the history. */
  const possible: (() => void)[] = []
  for (const order of orders) {
    const { customer, at, deviceId, ip, truth, shape, guest } = order
    if (guest || left() <= 0) continue
    if (shape === 'takeover') {
      const time = at - random.between(3, 40) * minute
      const sessionId = `fp-${random.hex(20)}`
      order.sessionId = sessionId
      opened.push(customer)
      const event = sign(
        'accountlogin',
        { customer, at: time, deviceId, ip },
        {
          truth: 'fraud',
          shape,
          sessionId,
          status: 'approved',
          ...(random.chance(0.3) ? { changed: { lastPhoneNumberUpdateDate: time - 5 * minute } } : {}),
        },
      )
      later.push({
        kind: 'data',
        environmentId,
        at: time + minute,
        of: event,
        event: 'accountupdate',
        body: addressChangeBody(
          { customer, at: time + minute, deviceId, ip, sessionId },
          `${event.id}-address`,
          order.shipping,
        ),
      })
      if (random.chance(0.8)) report(event, 'AccountLogin', at + random.between(20, 160) * hour)
    } else if (at - customer.createdAt < day) {
      if (accounts.has(customer.id)) continue
      accounts.add(customer.id)
      const signing = { customer, at: customer.createdAt, deviceId, ip }
      if (truth !== 'fraud') possible.push(() => void sign('accountcreation', signing))
      else {
        const event = sign('accountcreation', signing, {
          truth: 'fraud',
          shape,
          automated: shape === 'wave' && random.chance(0.8),
        })
        if (random.chance(0.5)) report(event, 'AccountCreation', at + random.between(2, 20) * day)
      }
    } else if (truth !== 'fraud') {
      const time = at - random.between(2, 25) * minute
      possible.push(() => {
        const sessionId = `fp-${random.hex(20)}`
        order.sessionId = sessionId
        if (random.chance(0.05) && left() > 1)
          sign('accountlogin', { customer, at: time - 25_000, deviceId, ip }, { status: 'rejected' })
        sign('accountlogin', { customer, at: time, deviceId, ip }, { sessionId })
      })
    }
  }
  if (opened.length > 0) spray(Math.min(left() >> 1, Math.max(minSprayed, opened.length * sprayedPerTakenOver)))
  shuffle(random, possible)
  for (const make of possible) {
    if (left() <= 0) return
    make()
  }
  while (left() > 0) {
    const { customer, at } = usual()
    sign('accountlogin', { customer, at, deviceId: customer.deviceId, ip: customer.ip })
  }

  /**
   * Adds a password spraying: few addresses and programs try one password on many accounts within half an hour; the
   * accounts that it opens are used later.
   */
  function spray(sprayed: number): void {
    for (const [index, start] of nights.entries()) {
      const programs = Array.from({ length: 3 }, () => `dv_${random.hex(14)}`)
      const addresses = Array.from({ length: 4 }, () => createFarIp(random))
      const local = opened.filter((_, one) => one % nights.length === index)
      const count = Math.max(local.length, Math.round(sprayed / nights.length))
      for (let one = 0; one < count && left() > 0; one++) {
        // The successful sign-ins are at the end: the password was right for a few.
        const success = local[one - (count - local.length)]
        sign(
          'accountlogin',
          {
            customer: success ?? random.pick(customers),
            at: start + (one / count) * 25 * minute + random.next() * 5000,
            deviceId: random.pick(programs),
            ip: random.pick(addresses),
          },
          {
            truth: 'fraud',
            shape: 'spray',
            automated: true,
            status: success === undefined ? 'rejected' : 'approved',
          },
        )
      }
    }
  }
}

function shuffle<T>(random: Random, list: T[]): void {
  for (let index = list.length - 1; index > 0; index--) {
    const other = random.below(index + 1)
    const swapped = list[index] as T
    list[index] = list[other] as T
    list[other] = swapped
  }
}
