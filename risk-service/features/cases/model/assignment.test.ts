import { describe, expect, it } from 'vitest'
import { skillsSchema } from '../../../contract/cases/team-entities.ts'
import { type Assignee, assignCases, isAbout, type WaitingCase } from './assignment.ts'

const person = (name: string, more: Partial<Assignee> = {}): Assignee => ({
  id: name.toLowerCase(),
  name,
  username: `${name.toLowerCase()}@contoso.example`,
  available: true,
  load: 0,
  openCases: 10,
  turn: 0,
  ...more,
  skills: skillsSchema.parse({ ...more.skills }),
})
const waiting = (id: string, more: Partial<WaitingCase> = {}): WaitingCase => ({
  id,
  email: null,
  userId: null,
  payers: [],
  country: null,
  amountUsd: null,
  tags: [],
  language: null,
  categories: [],
  passedOver: [],
  lastReviewer: null,
  ...more,
})
const several = (count: number) => Array.from({ length: count }, (_, index) => waiting(String(index)))
const skills = (values: object) => skillsSchema.parse(values)
const namesOf = (assignments: ReturnType<typeof assignCases>) => assignments.map(({ to }) => to.name)

describe('a case is about a person', () => {
  const ada = { id: '0198a000-0000-7000-8000-0000000000b1', name: 'Ada  Lovelace', username: 'Ada@Contoso.example' }
  const found = { email: null, user_id: null, payers: [] as string[] }
  it.each([
    ['whose e-mail address is that of the customer', { email: 'ada@contoso.EXAMPLE' }],
    ['whose id is that of the customer', { user_id: ada.id.toUpperCase() }],
    ['who pays, by the e-mail address', { payers: ['somebody else', 'ada@contoso.example'] }],
    ['who holds the card, by the full name', { payers: ['ada lovelace'] }],
  ])('%s', (_, more) => {
    expect(isAbout({ ...found, ...more }, ada)).toBe(true)
  })
  it('but not one with a part of the name, nor one whose name is a single word', () => {
    expect(isAbout({ ...found, payers: ['ada', 'ada lovelace-king'] }, ada)).toBe(false)
    expect(isAbout({ ...found, payers: ['ada'] }, { ...ada, name: 'Ada' })).toBe(false)
    expect(isAbout(found, ada)).toBe(false)
  })
})

describe('RoundRobin', () => {
  it('goes through the people in their order and goes on after the last one', () => {
    const team = [person('Ana'), person('Ben'), person('Cora')]
    expect(namesOf(assignCases('RoundRobin', several(5), team))).toEqual(['Ana', 'Ben', 'Cora', 'Ana', 'Ben'])
    const [ana, ben, cora] = team as [Assignee, Assignee, Assignee]
    const next = [{ ...ana, turn: 4 }, { ...ben, turn: 5 }, cora]
    expect(namesOf(assignCases('RoundRobin', several(2), next))).toEqual(['Cora', 'Ana'])
  })

  it('leaves out people who are away or have no room', () => {
    const team = [person('Ana', { available: false }), person('Ben', { load: 9 }), person('Cora')]
    expect(namesOf(assignCases('RoundRobin', several(4), team))).toEqual(['Ben', 'Cora', 'Cora', 'Cora'])
  })
})

describe('LeastLoaded', () => {
  /** Numbers of cases that people get when some work faster than others. */
  function spread(workMinutes: readonly number[]): number[] {
    const got = workMinutes.map(() => 0)
    const finished: { at: number; index: number }[] = []
    let turn = 0
    const turns = workMinutes.map(() => 0)
    for (let minute = 0; minute < 1000; minute++) {
      const open = workMinutes.map(
        (_, index) => finished.filter(each => each.index === index && each.at > minute).length,
      )
      const team = workMinutes.map((_, index) =>
        person(`P${index}`, { load: open[index] ?? 0, turn: turns[index] ?? 0, openCases: 500 }),
      )
      const [made] = assignCases('LeastLoaded', [waiting(String(minute))], team)
      const index = Number(made?.to.name.slice(1))
      got[index] = (got[index] ?? 0) + 1
      turns[index] = turn += 1
      finished.push({ at: minute + (workMinutes[index] ?? 0), index })
    }
    return got
  }

  it('spreads a thousand cases within ten percent, whether they arrive at once or one by one', () => {
    const people = Array.from({ length: 8 }, (_, index) => person(`P${index}`, { openCases: 500, load: index % 3 }))
    const made = namesOf(assignCases('LeastLoaded', several(1000), people))
    for (const { name } of people) {
      const count = made.filter(each => each === name).length
      expect(count).toBeGreaterThanOrEqual(112.5)
      expect(count).toBeLessThanOrEqual(137.5)
    }
    for (const count of spread([0, 0, 0, 0, 0])) expect(count).toBe(200)
    for (const count of spread([7, 7, 7, 7, 7])) expect(Math.abs(count - 200)).toBeLessThanOrEqual(20)
  })

  it('gives more to those who finish sooner', () => {
    const [fast = 0, slow = 0] = spread([2, 8])
    expect(fast).toBeGreaterThan(slow * 2)
  })

  it('stops at the limit of everybody, in the order of the queue', () => {
    const team = [person('Ana', { openCases: 2 }), person('Ben', { openCases: 1 })]
    const made = assignCases('LeastLoaded', several(5), team)
    expect(made.map(({ found }) => found.id)).toEqual(['0', '1', '2'])
  })
})

describe('who never gets a case', () => {
  it.each(['RoundRobin', 'LeastLoaded', 'Skill', 'Sticky'] as const)(
    '%s: the customer, and people passed over',
    strategy => {
      const team = [person('Ana'), person('Ben')]
      const cases = [
        waiting('about Ana', { email: 'ANA@contoso.example' }),
        waiting('Ben gave it back', { passedOver: ['ben'], lastReviewer: 'ben' }),
        waiting('nobody', { userId: 'ben', passedOver: ['ana'] }),
      ]
      expect(assignCases(strategy, cases, team).map(({ found, to }) => [found.id, to.name])).toEqual([
        ['about Ana', 'Ben'],
        ['Ben gave it back', 'Ana'],
      ])
    },
  )

  it('Pull assigns nothing', () => {
    expect(assignCases('Pull', several(2), [person('Ana')])).toEqual([])
  })
})

describe('Skill', () => {
  const german = person('Greta', { load: 3, skills: skills({ countries: ['DE', 'AT'], languages: ['de'] }) })
  const large = person('Lars', { load: 4, skills: skills({ minAmountUsd: 100_000 }) })
  const general = person('Gus')
  const team = [german, large, general]
  it.each([
    ['country and language', { country: 'DE', language: 'de-AT' }, 'Greta'],
    ['one of two kinds alone does not fit', { country: 'DE', language: 'fr' }, 'Gus'],
    ['amount', { amountUsd: 100_000 }, 'Lars'],
    ['below the amount', { amountUsd: 99_999 }, 'Gus'],
    ['more kinds of skills come first', { country: 'AT', language: 'de', amountUsd: 200_000 }, 'Greta'],
    ['nothing is known', {}, 'Gus'],
  ])('%s', (_, found, expected) => {
    expect(namesOf(assignCases('Skill', [waiting('one', found)], team))).toEqual([expected])
  })

  it('reads categories and tags without regard to case', () => {
    const cards = person('Cora', { load: 5, skills: skills({ categories: ['GiftCard'], tags: ['VIP'] }) })
    const found = waiting('one', { categories: ['Game', 'giftcard'], tags: ['vip'] })
    expect(namesOf(assignCases('Skill', [found], [general, cards]))).toEqual(['Cora'])
  })

  it('falls back to the least loaded when the skilled person is not there', () => {
    const found = waiting('one', { country: 'DE', language: 'de' })
    expect(namesOf(assignCases('Skill', [found], [{ ...german, available: false }, large, general]))).toEqual(['Gus'])
  })
})

it('Sticky goes to the person of the last case, else to the least loaded', () => {
  const team = [person('Ana', { load: 8 }), person('Ben')]
  expect(namesOf(assignCases('Sticky', [waiting('one', { lastReviewer: 'ana' })], team))).toEqual(['Ana'])
  expect(namesOf(assignCases('Sticky', [waiting('one', { lastReviewer: 'gone' })], team))).toEqual(['Ben'])
})
