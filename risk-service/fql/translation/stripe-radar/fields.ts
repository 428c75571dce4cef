import { all, attribute, type Condition, call, comparison, not } from '../result/condition.ts'
import {
  createNote,
  type NoteCode,
  type NoteParameters,
  type TranslationNote,
  TranslationStop,
} from '../result/notes.ts'
import type { Phrase } from '../result/phrases.ts'
import type { VelocityDrafts } from '../result/velocity-drafts.ts'
import { type RadarType, radarAttributes, sinceCreation } from './attributes.ts'
import { cardOfCustomer, type RadarVelocity, radarFamily } from './families.ts'
import type { RadarReference, RadarTest } from './parse-condition.ts'

/** What an attribute of Radar is in the language. */
export interface RadarField {
  /** As it is written in a rule of Radar. */
  name: string
  /** `metadata`: text or number, by what it is compared with. */
  type: RadarType | 'metadata' | 'riskScore' | 'riskLevel'
  /** The value; a number has its type. */
  code: string
  number: string
  present: Condition
  missing: Condition
  /** A boolean as a condition. */
  truth: Condition | null
  values: Readonly<Record<string, string | null>> | null
  /** A value that is missing reads as 0 or as another one, so that each comparison requires that it is present. */
  guarded: boolean
}

/** What the translation of a rule finds; `velocities` and `lists` are those of all rules of the file. */
export interface RadarContext {
  notes: TranslationNote[]
  velocities: VelocityDrafts
  lists: Set<string>
  paths: ReadonlyMap<string, string>
}

/** Adds a note about a condition, once. */
export function addNote(context: RadarContext, test: RadarTest, code: NoteCode, parameters: NoteParameters): void {
  const note = createNote(code, parameters, test.text)
  if (!context.notes.some(each => each.code === code && each.message === note.message)) context.notes.push(note)
}

/** Returns the value of a velocity for a purchase, and adds the velocity to those that have to exist. */
function readVelocity(context: RadarContext, test: RadarTest, name: string, velocity: RadarVelocity): string {
  const set = context.velocities.add(velocity.name, velocity.text)
  if (velocity.note !== undefined) addNote(context, test, velocity.note, { name })
  addNote(context, test, 'velocity', { name, velocity: velocity.name, window: velocity.windowPhrase, set })
  return `Velocity.${velocity.name}(${velocity.key}, ${velocity.window})`
}

const isPresent = (path: string, type: RadarField['type']): Condition =>
  type === 'number' || type === 'boolean' ? call(`Exists(${path})`) : not(call(`${path}.IsNullOrEmpty()`))

function fieldOf(name: string, type: RadarField['type'], path: string, rest: Partial<RadarField> = {}): RadarField {
  const present = isPresent(path, type)
  return {
    name,
    type,
    code: path,
    number: `${path}.ToDouble()`,
    present,
    missing: not(present),
    truth: type === 'boolean' ? comparison(`${path} == true`) : null,
    values: null,
    guarded: false,
    ...rest,
  }
}
const numberField = (name: string, code: string, present: Condition): RadarField => ({
  ...fieldOf(name, 'number', code),
  number: code,
  present,
  missing: not(present),
})

function requireAttribute(name: string, path: string): string {
  const code = attribute(path)
  if (code === null) throw new TranslationStop('unaddressable', { name })
  return code
}

/** Returns the field of an attribute or of metadata. @throws TranslationStop when there is none */
export function resolveField(context: RadarContext, test: RadarTest, { kind, name }: RadarReference): RadarField {
  if (kind === 'metadata') {
    const written = `::${name}::`
    const [, owner, key = name] = /^(customer|destination):(.*)$/.exec(name) ?? []
    const plain = owner === undefined ? `customData.${key}` : `customData.${owner}.${key}`
    const path = context.paths.get(name) ?? plain
    if (path === plain && key.includes('.')) throw new TranslationStop('unaddressable', { name: key })
    const code = requireAttribute(key, path)
    if (path === plain) addNote(context, test, 'metadata', { key: name, path })
    return fieldOf(written, 'metadata', code)
  }
  const written = `:${name}:`
  const mapped = context.paths.get(name)
  const entry = Object.hasOwn(radarAttributes, name) ? radarAttributes[name] : undefined
  if (mapped !== undefined) {
    const type = entry !== undefined && 'type' in entry ? entry.type : 'metadata'
    return fieldOf(written, type, requireAttribute(name, mapped))
  }
  if (name === 'risk_score' || name === 'risk_level') {
    addNote(context, test, 'riskScore', {})
    return {
      ...fieldOf(written, name === 'risk_score' ? 'riskScore' : 'riskLevel', '@"riskScore"'),
      present: call('true'),
      missing: call('false'),
    }
  }
  if (name === 'is_new_card_on_customer') {
    const present = all(...cardOfCustomer.required.map(path => comparison(`${path} != ""`)))
    const truth = all(present, comparison(`${readVelocity(context, test, written, cardOfCustomer)} == 0`))
    return { ...fieldOf(written, 'boolean', ''), present, missing: not(present), truth }
  }
  return entry === undefined ? familyField(context, test, name, written) : entryField(context, test, written, entry)
}

function entryField(
  context: RadarContext,
  test: RadarTest,
  name: string,
  entry: (typeof radarAttributes)[string],
): RadarField {
  if ('without' in entry)
    throw entry.without === 'onlyStripe'
      ? new TranslationStop('onlyStripe', { name })
      : new TranslationStop('noCounterpart', { name, reason: entry.reason })
  const { type, path, note } = entry
  if (note !== undefined) addNote(context, test, note, { name, path })
  const field = fieldOf(name, type, `@"${path}"`)
  if ('code' in entry) {
    const { code } = entry
    if (name === ':is_3d_secure:')
      addNote(context, test, 'sentField', { name, path, content: 'threeDSStatus' satisfies Phrase<'content'> })
    // A missing date is none of 0, and a time since it is long.
    return { ...field, code, number: code, truth: type === 'boolean' ? call(code) : null, guarded: type === 'number' }
  }
  if (entry.send !== undefined) addNote(context, test, 'sentField', { name, path, content: entry.send })
  return { ...field, values: entry.values ?? null }
}

function familyField(context: RadarContext, test: RadarTest, name: string, written: string): RadarField {
  const family = radarFamily(name)
  const presentOf = ({ required }: RadarVelocity): Condition =>
    all(...required.map(path => comparison(`${path} != ""`)))
  switch (family?.kind) {
    case undefined:
      throw new TranslationStop('unknownName', { name: written })
    case 'onlyStripe':
      throw new TranslationStop('onlyStripe', { name: written })
    case 'noCounterpart':
      throw new TranslationStop('noCounterpart', { name: written, reason: family.reason })
    case 'currency': {
      if (family.currency === 'USD') return fieldOf(written, 'number', '@"calculatedFeatures.totalAmountInUSD"')
      addNote(context, test, 'currency', { name: written, currency: family.currency })
      const field = fieldOf(written, 'number', '@"totalAmount"')
      const present = all(call(`@"currency".IgnoreCaseEquals("${family.currency}")`), field.present)
      return { ...field, present, missing: not(present), guarded: true }
    }
    case 'velocity': {
      const code = readVelocity(context, test, written, family.velocity)
      return numberField(written, code, presentOf(family.velocity))
    }
    case 'average': {
      const [sum, count] = [family.sum, family.count].map(each => readVelocity(context, test, written, each))
      return numberField(written, `(${count} == 0 ? 0 : ${sum} / ${count})`, presentOf(family.count))
    }
    case 'firstSeen': {
      if (test.kind === 'missing') {
        const seen = comparison(`${readVelocity(context, test, written, family.seen)} == 0`)
        return { ...numberField(written, '0', not(seen)), missing: seen }
      }
      const time = family.path === null ? null : sinceCreation(family.unit, family.path)
      if (time === null || !('code' in time)) throw new TranslationStop('noComparison', { name: written })
      addNote(context, test, 'sentField', {
        name: written,
        path: family.path ?? '',
        content: 'cardFirstSeen' satisfies Phrase<'content'>,
      })
      return {
        ...fieldOf(written, 'number', `@"${family.path ?? ''}"`),
        code: time.code,
        number: time.code,
        guarded: true,
      }
    }
  }
}
