import type { AssignmentStrategy } from '../../../contract/cases/case-definitions.ts'
import type { ReviewerSkills } from '../../../contract/cases/team-entities.ts'
import { normalisePayer } from '../../../engine/enrich/payers.ts'
import type { Actor, StoredCase } from './case-record.ts'

/** A person to whom a queue can assign cases. */
export interface Assignee extends Actor {
  username: string
  /** Present, and with the right to review cases of the environment. */
  available: boolean
  /** Open cases of the person, and how many there may be. */
  load: number
  openCases: number
  /** The higher, the later the person got a case of this queue; 0: never. */
  turn: number
  skills: ReviewerSkills
}
/** What a strategy reads of a waiting case. */
export interface WaitingCase {
  id: string
  email: string | null
  userId: string | null
  payers: string[]
  country: string | null
  amountUsd: number | null
  tags: readonly string[]
  /** Of the customer, as `EN-US` or `en`. */
  language: string | null
  categories: readonly string[]
  /** People who do not get this case from the service. */
  passedOver: readonly string[]
  /** The person who last handled a case of the same customer or instrument. */
  lastReviewer: string | null
}
export interface Assignment<Case extends WaitingCase = WaitingCase> {
  found: Case
  to: Assignee
}

/** A person who may review, as cases can name them. */
export type PersonOfCase = Actor & Pick<Assignee, 'username'>

/**
 * The names of a person as a payer: the user name, which is an e-mail address, and the full name. A single word is no
 * full name: too many people have it.
 */
export function payerNamesOf({ username, name }: PersonOfCase): string[] {
  const fullName = normalisePayer(name)
  return [normalisePayer(username), ...(fullName.includes(' ') ? [fullName] : [])]
}

/** Whether a case is about a person: the customer, or who pays. */
export const isAbout = (
  { email, user_id: userId, payers }: Pick<StoredCase, 'email' | 'user_id' | 'payers'>,
  person: PersonOfCase,
): boolean =>
  [email, userId].some(
    value => value !== null && [person.username.toLowerCase(), person.id].includes(value.toLowerCase()),
  ) || payerNamesOf(person).some(payer => payers.includes(payer))

/**
 * Assigns waiting cases, in their order, by the strategy of their queue. Each assignment counts for the next ones.
 * Cases for whom nobody is available are left out.
 * @param people those of the queue, in a fixed order
 */
export function assignCases<Case extends WaitingCase>(
  strategy: AssignmentStrategy,
  cases: readonly Case[],
  people: readonly Assignee[],
): Assignment<Case>[] {
  const team = people.map(person => ({ ...person }))
  const assignments: Assignment<Case>[] = []
  let turn = Math.max(0, ...team.map(person => person.turn))
  for (const found of cases) {
    const to = choose(strategy, found, team)
    if (to === null) continue
    to.load += 1
    to.turn = turn += 1
    assignments.push({ found, to })
  }
  return assignments
}

function choose(strategy: AssignmentStrategy, found: WaitingCase, team: readonly Assignee[]): Assignee | null {
  const eligible = team.filter(
    person =>
      person.available &&
      person.load < person.openCases &&
      !found.passedOver.includes(person.id) &&
      !isAbout({ email: found.email, user_id: found.userId, payers: found.payers }, person),
  )
  switch (strategy) {
    case 'Pull':
      return null
    case 'RoundRobin':
      return nextInOrder(team, eligible)
    case 'LeastLoaded':
      return leastLoaded(eligible)
    case 'Skill':
      return leastLoaded(mostSkilled(found, eligible)) ?? leastLoaded(eligible)
    case 'Sticky':
      return eligible.find(({ id }) => id === found.lastReviewer) ?? leastLoaded(eligible)
  }
}

/** The first eligible person after the one who got the last case. */
function nextInOrder(team: readonly Assignee[], eligible: readonly Assignee[]): Assignee | null {
  const latest = Math.max(0, ...team.map(({ turn }) => turn))
  const last = latest === 0 ? -1 : team.findIndex(({ turn }) => turn === latest)
  const inOrder = [...team.slice(last + 1), ...team.slice(0, last + 1)]
  return inOrder.find(person => eligible.includes(person)) ?? null
}

/** The person with the fewest open cases; among equals the one whose last case is the longest ago. */
function leastLoaded(eligible: readonly Assignee[]): Assignee | null {
  let least: Assignee | null = null
  for (const person of eligible)
    if (least === null || person.load < least.load || (person.load === least.load && person.turn < least.turn))
      least = person
  return least
}

/** The people whose skills fit the case, with the most kinds of skills. */
function mostSkilled(found: WaitingCase, eligible: readonly Assignee[]): Assignee[] {
  const fits = eligible.map(person => ({ person, kinds: fittingKinds(found, person.skills) }))
  const most = Math.max(0, ...fits.map(({ kinds }) => kinds))
  return most === 0 ? [] : fits.filter(({ kinds }) => kinds === most).map(({ person }) => person)
}

/** Returns how many kinds of skills a person has that fit a case; 0 when one of them does not fit. */
function fittingKinds({ country, language, amountUsd, categories, tags }: WaitingCase, skills: ReviewerSkills): number {
  const kinds: boolean[] = []
  const within = (values: readonly string[], skill: readonly string[]) => {
    const accepted = new Set(skill.map(value => value.toLowerCase()))
    return values.some(value => accepted.has(value.toLowerCase()))
  }
  const spoken = language?.split(/[-_]/)[0]
  if (skills.countries.length > 0) kinds.push(within(country === null ? [] : [country], skills.countries))
  if (skills.languages.length > 0) kinds.push(within(spoken === undefined ? [] : [spoken], skills.languages))
  if (skills.categories.length > 0) kinds.push(within(categories, skills.categories))
  if (skills.tags.length > 0) kinds.push(within(tags, skills.tags))
  const { minAmountUsd: min, maxAmountUsd: max } = skills
  if (min !== null || max !== null)
    kinds.push(amountUsd !== null && amountUsd >= (min ?? 0) && amountUsd <= (max ?? Number.POSITIVE_INFINITY))
  return kinds.every(Boolean) ? kinds.length : 0
}
