import type { Attempt } from '../types.ts'

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)

export interface QuietTraffic {
  seed: number
  /** Milliseconds. */
  from: number
  to: number
  attempts: number
  /** Share of attempts that fail. */
  failing?: number
}

/**
 * Returns attempts of customers: each with a device and an address of its own, every fifth behind one of a few addresses
 * that many share. After a failure most try again, up to three times, some with a second card.
 */
export function simulateQuiet({ seed, from, to, attempts, failing = 0.04 }: QuietTraffic): Attempt[] {
  const random = createRandom(seed)
  const found: Attempt[] = []
  while (found.length < attempts) {
    const customer = below(random, attempts * 3)
    const shares = customer % 5 === 0
    const ip = shares ? `198.51.100.${customer % 4}` : `10.${customer % 200}.${customer % 13}.${customer % 250}`
    let at = from + random() * (to - from)
    for (let turn = 0, again = true; again && turn < 4; turn++) {
      const fails = random() < (turn === 0 ? failing : 0.5)
      found.push({
        eventId: `q${seed}-${found.length}`,
        at: Math.min(at, to),
        outcome: fails ? 'declined' : 'succeeded',
        detail: fails ? '51' : null,
        account: `c${customer}`,
        target: `c${customer}-${turn > 1 ? 1 : 0}`,
        device: `d${customer}`,
        ip,
      })
      again = fails && random() < 0.7
      at += 20_000 + random() * 60_000
    }
  }
  return found
}

export interface SimulatedAttack {
  seed: number
  from: number
  to: number
  attempts: number
  devices: number
  addresses: number
  /** Share of attempts that fail. */
  failing: number
}

/** Returns attempts of an attack: a few devices and addresses try another account each time. */
export function simulateAttack({ seed, from, to, attempts, devices, addresses, failing }: SimulatedAttack): Attempt[] {
  const random = createRandom(seed)
  return Array.from({ length: attempts }, (_, number) => {
    const fails = random() < failing
    return {
      eventId: `a${seed}-${number}`,
      at: from + ((to - from) * number) / attempts + random() * 1000,
      outcome: fails ? ('refused' as const) : ('succeeded' as const),
      detail: fails ? 'ChallengeFailed' : null,
      account: `v${seed}-${number}`,
      target: `v${seed}-${number}`,
      device: `bot${seed}-${below(random, devices)}`,
      ip: `203.0.113.${below(random, addresses)}`,
    }
  })
}
