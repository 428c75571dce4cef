import type { Mapping } from '../check/mapping.ts'
import type { UploadColumn, UploadEntity } from '../entities/entities.ts'
import { aliasesOf } from './aliases.ts'
import { type AttributeKind, type Contents, contentsOf, fit, kindOf } from './contents.ts'
import { tokensOf } from './tokens.ts'

/** Score from which on a column is mapped; 1 is a name of the attribute. */
const threshold = 0.62

/** Weights of concepts that say little in a name; others have 1, unknown words too. */
const weights: Readonly<Record<string, number>> = {
  id: 0.5,
  number: 0.4,
  code: 0.2,
  name: 0.5,
  date: 0.5,
  user: 0.35,
  purchase: 0.35,
  event: 0.35,
  entity: 0.35,
  contact: 0.35,
  is: 0.35,
  local: 0.3,
  line: 0.4,
  address: 0.5,
  merchant: 0.7,
  payment: 0.7,
  type: 0.7,
  text: 0.3,
  gross: 0.5,
}
/** Digits and single letters tell apart what is otherwise the same, such as the lines of an address. */
const weightOf = (token: string): number => weights[token] ?? (/^(\d+|[a-z])$/.test(token) ? 0.3 : 1)

/** Concepts that say that a column is about something else, whatever the rest of its name is. */
const strangers: Readonly<Record<string, readonly string[]>> = {
  state: ['purchase', 'payment', 'label', 'instrument', 'device', 'transaction'],
  amount: ['quantity', 'unit', 'refund', 'discount', 'tax', 'tip', 'balance', 'old', 'new', 'percent'],
  updated: ['password', 'email', 'phone'],
  id: ['type', 'status', 'date', 'reason', 'label'],
  email: ['merchant', 'store', 'staff', 'bank'],
  ip: ['type', 'country', 'city', 'state'],
}

/** Kinds of values that nothing else looks like. */
const decisive: ReadonlySet<AttributeKind> = new Set<AttributeKind>(['email', 'ip', 'agent'])
/** What ids belong to. */
const owners: ReadonlySet<string> = new Set([
  'user',
  'purchase',
  'merchant',
  'store',
  'device',
  'product',
  'terminal',
  'session',
])
/** Concepts with attributes of their own: a column of one is no other. */
const foreign: ReadonlySet<string> = new Set(
  `device product terminal session card bank label tax discount tip refund birth shipping expiry
    updated signup chargeback score phone zip merchant store instrument browser agent staff password`.split(/\s+/),
)
/** Returns what the id in a name belongs to: the word before it, or the one behind it at the beginning. */
const ownerOf = (tokens: readonly string[]): string => {
  const at = tokens.findIndex(token => token === 'id' || token === 'number')
  return (at > 0 ? tokens[at - 1] : tokens[1]) ?? ''
}

interface Column {
  name: string
  tokens: readonly string[]
  contents: Contents
}

interface Attribute {
  definition: UploadColumn
  kind: AttributeKind
  /** Concepts of its names. */
  aliases: readonly (readonly string[])[]
  isLiteral: boolean
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

/**
 * Guesses which column belongs to which attribute, from names and from the values of the first rows. An attribute has
 * one column, and a column one attribute; what is doubtful is not mapped.
 */
export function guessMapping(
  entity: UploadEntity,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Mapping {
  const columns = names.map((name, index) => ({
    name,
    tokens: tokensOf(name),
    contents: contentsOf(rows.map(row => row[index] ?? '')),
  }))
  const attributes = entity.columns.map(definition => {
    const { names: all, isLiteral } = aliasesOf(entity, definition.name)
    return { definition, kind: kindOf(definition), aliases: all.map(tokensOf), isLiteral }
  })
  const pairs = attributes
    .flatMap((attribute, order) =>
      columns.map(column => ({ attribute, column, order, score: scoreOf(attribute, column) })),
    )
    .filter(({ score }) => score >= threshold)
    .sort((one, other) => other.score - one.score || one.order - other.order)
  const found = new Map<Attribute, Column>()
  const used = new Set<Column>()
  for (const { attribute, column } of pairs) {
    if (found.has(attribute) || used.has(column)) continue
    found.set(attribute, column)
    used.add(column)
  }
  takeRequired(pairs, found)
  for (const [attribute, column] of byContents(
    attributes.filter(attribute => !found.has(attribute)),
    columns.filter(column => !used.has(column)),
  ))
    found.set(attribute, column)
  for (const [attribute, column] of byElimination(attributes, columns, found)) found.set(attribute, column)
  return Object.fromEntries(
    attributes.flatMap(attribute => {
      const column = found.get(attribute)
      return column ? [[attribute.definition.name, column.name]] : []
    }),
  )
}

/**
 * Gives a required attribute without a column one that an optional attribute has, where it fits both: the only date of
 * a file is that of the purchase, whatever it is called.
 */
function takeRequired(
  pairs: readonly { attribute: Attribute; column: Column; score: number }[],
  found: Map<Attribute, Column>,
): void {
  for (const { attribute, column, score } of pairs) {
    if (attribute.definition.requirement === undefined || found.has(attribute)) continue
    const holder = [...found].find(each => each[1] === column)?.[0]
    if (holder === undefined || holder.definition.requirement !== undefined) continue
    if (score < scoreOf(holder, column) * 0.9) continue
    found.delete(holder)
    found.set(attribute, column)
  }
}

/** Returns how well a column fits: the best of the names of the attribute, times what the values say. */
function scoreOf({ definition, kind, aliases, isLiteral }: Attribute, { name, tokens, contents }: Column): number {
  // The same name is mapped whatever the values are: the check then says what is wrong with them.
  if (plain(name) === plain(definition.name)) return 3
  if (isLiteral) return 0
  // Where values leave no doubt, it matters less what else the name says.
  const trust = fit(kind, contents) >= 1.15 && decisive.has(kind) ? 0.4 : 1
  let best = 0
  for (const [rank, alias] of aliases.entries())
    best = Math.max(best, similarity(alias, tokens, trust) * (1 - Math.min(rank, 20) * 0.004))
  if (best === 0) return 0
  const required = definition.requirement === undefined ? 0 : 0.01
  return best * fit(kind, contents) + required
}

/** Compares the concepts of two names: the shares of each that the other has, by weight. */
function similarity(alias: readonly string[], tokens: readonly string[], trust: number): number {
  let [common, ofAlias, ofTokens] = [0, 0, 0]
  for (const token of alias) {
    ofAlias += weightOf(token)
    if (tokens.includes(token)) common += weightOf(token)
    // The number of an order is its id.
    else if (token === 'id' && tokens.includes('number')) common += 0.4
    else if (token === 'number' && tokens.includes('id')) common += 0.35
  }
  for (const token of tokens) ofTokens += weightOf(token)
  if (common === 0 || ofAlias === 0 || ofTokens === 0) return 0
  for (const [token, others] of Object.entries(strangers))
    if (alias.includes(token) && others.some(other => tokens.includes(other) && !alias.includes(other))) return 0
  // The second line of an address is no other.
  const digitsOf = (some: readonly string[]): string =>
    some.filter(token => /^\d$/.test(token) && token !== '1').join(' ')
  if (alias.includes('line') || alias.includes('street') || alias.includes('address'))
    if (digitsOf(alias) !== digitsOf(tokens)) return 0
  // Another word that matters: the type of a card is not its BIN.
  const isPart = alias.some(token => weightOf(token) >= 0.7 && !tokens.includes(token))
  const isOther = alias.includes('id') && owners.has(ownerOf(tokens)) && !alias.includes(ownerOf(tokens))
  return (
    Math.min(1, common / ofAlias) * Math.min(1, common / ofTokens) ** trust * (isPart ? 0.8 : 1) * (isOther ? 0.75 : 1)
  )
}

/** Kinds that values alone make certain, if one column has them. */
const certain: readonly [AttributeKind, (contents: Contents) => boolean][] = [
  ['email', contents => contents.email >= 0.8],
  ['ip', contents => contents.ip >= 0.8],
  ['currency', contents => contents.currency >= 0.9],
  ['country', contents => contents.country >= 0.9],
  ['agent', contents => contents.agent >= 0.8],
  ['date', contents => contents.date >= 0.9],
  ['number', contents => contents.decimal >= 0.5 && contents.number >= 0.9],
]

/** Maps columns whose names say nothing, such as `Column7`, where one attribute and one column are of a kind. */
function byContents(attributes: readonly Attribute[], columns: readonly Column[]): [Attribute, Column][] {
  const nameless = columns.filter(({ name }) =>
    /^(column|col|field|feld|champ|campo|c|f|x|v|_)?[\s_-]*\d+$/i.test(name),
  )
  return certain.flatMap(([kind, isOfKind]): [Attribute, Column][] => {
    const ofKind = attributes.filter(each => each.kind === kind)
    const attribute = ofKind.find(({ definition }) => definition.requirement !== undefined) ?? ofKind[0]
    const found = nameless.filter(({ contents }) => contents.values > 0 && isOfKind(contents))
    const [column] = found
    return attribute && column && found.length === 1 ? [[attribute, column]] : []
  })
}

/** The concept by which a column is recognised as one of a kind, if its owner is called by a word of no vocabulary. */
const heads: Partial<Record<AttributeKind, readonly string[]>> = {
  id: ['id', 'number'],
  number: ['amount'],
  date: ['date'],
  currency: ['currency'],
}

/** Maps a required attribute that has no column to the only column left that is called and filled like one. */
function byElimination(
  attributes: readonly Attribute[],
  columns: readonly Column[],
  found: ReadonlyMap<Attribute, Column>,
): [Attribute, Column][] {
  const free = columns.filter(column => ![...found.values()].includes(column))
  const missing = attributes.filter(each => each.definition.requirement !== undefined && !found.has(each))
  return missing.flatMap((attribute): [Attribute, Column][] => {
    const head = heads[attribute.kind] ?? []
    // Two of a kind cannot be told apart.
    if (missing.filter(({ kind }) => kind === attribute.kind).length > 1) return []
    const left = free.filter(
      ({ tokens, contents }) =>
        tokens.length <= 3 &&
        head.some(token => tokens.includes(token)) &&
        contents.values > 0 &&
        fit(attribute.kind, contents) > 1 &&
        tokens.every(token => head.includes(token) || !foreign.has(token)),
    )
    const [column] = left
    return column !== undefined && left.length === 1 ? [[attribute, column]] : []
  })
}
