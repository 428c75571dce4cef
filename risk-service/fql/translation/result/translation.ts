import type { CheckEnvironment } from '../../types/check-environment.ts'
import type { DecisionKind, Section } from '../../types/rule-source.ts'
import type { TranslationNote, TranslationState } from './notes.ts'
import { filledTemplate } from './phrases.ts'

export const translationOrigins = ['stripe-radar', 'json-rules-engine'] as const
export type TranslationOrigin = (typeof translationOrigins)[number]

/** `nesting`: conditions in one another. `text`: characters of a clause. */
export const translationLimits = { rules: 1000, characters: 5_000_000, nesting: 60, text: 100_000 } as const

interface TranslatedClause {
  name: string
  section: Section
  text: string
}
export interface TranslatedRule {
  /** Place in the file, from 1. */
  number: number
  /** Unique in the translation. */
  name: string
  /** The rule as it is written in the file. */
  original: string
  state: TranslationState
  notes: readonly TranslationNote[]
  /** Null: left out, or failed. It compiles with the lists and velocities of the translation. */
  clause: TranslatedClause | null
}

/** A velocity set that translated rules read. */
export interface TranslatedVelocitySet {
  name: string
  velocities: readonly { name: string; text: string }[]
}

export interface Translation {
  origin: TranslationOrigin
  /** In the order of the file. */
  rules: readonly TranslatedRule[]
  /** The rules that have a text, in the order in which they have to run. */
  order: readonly TranslatedRule[]
  velocitySets: readonly TranslatedVelocitySet[]
  /** Names of custom lists with the column `value`. */
  lists: readonly string[]
}

export interface TranslationOptions {
  /** The names that rules of the assessment can use. */
  check: CheckEnvironment
  /** Paths of attributes by names of the origin, such as of facts. */
  paths?: ReadonlyMap<string, string>
  /** Decisions by types of events; `Observe`: none. */
  decisions?: ReadonlyMap<string, DecisionKind | 'Observe'>
}

/** Why a file cannot be read at all. */
const fileFaults = {
  empty: 'The file is empty.',
  tooLarge: 'The file is larger than {limit} characters: divide it.',
  noRule: 'The file has no rule.',
  tooManyRules: 'The file has {rules} rules, and at most {limit} are translated at a time: divide it.',
  notJson: 'The file is not JSON: {detail}',
  noRules: 'The file has no rules: an array of rules, or an object with "rules", is expected.',
} as const

/** A file that cannot be read at all. */
export class TranslationError extends Error {
  readonly code: keyof typeof fileFaults
  readonly parameters: Readonly<Record<string, string | number>>
  constructor(code: keyof typeof fileFaults, parameters: Readonly<Record<string, string | number>> = {}) {
    const shown = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'number' ? value.toLocaleString('en-US') : value,
    ])
    super(filledTemplate(fileFaults[code], Object.fromEntries(shown) as Record<string, string>))
    this.name = 'TranslationError'
    this.code = code
    this.parameters = parameters
  }
}

/** @throws TranslationError */
export function requireRuleCount(rules: number): void {
  if (rules === 0) throw new TranslationError('noRule')
  if (rules > translationLimits.rules)
    throw new TranslationError('tooManyRules', { rules, limit: translationLimits.rules })
}
