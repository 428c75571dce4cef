import { buildRules, type RuleDraft } from '../result/build-rules.ts'
import { all, always, any, type Condition, textLiteral } from '../result/condition.ts'
import { createNote, type TranslationNote, TranslationStop } from '../result/notes.ts'
import {
  requireRuleCount,
  type TranslatedRule,
  type Translation,
  type TranslationOptions,
} from '../result/translation.ts'
import { VelocityDrafts } from '../result/velocity-drafts.ts'
import { translateFalse, translateTest } from './compare.ts'
import type { RadarContext } from './fields.ts'
import { parseCondition, type RadarCondition } from './parse-condition.ts'

type Action = 'allow' | 'block' | 'challenge' | 'review' | 'other'

/** A rule of a file, from a line that begins with an action to the next one. */
interface RadarRule {
  action: Action | null
  /** As written. */
  actionText: string
  condition: string
  original: string
}

const actionPattern =
  /^(?:(block|allow|review)|(request\s+(?:3d\s*secure|3ds))|(request\s+credentials|request\s+\w+))(?:\s+if(?:\s+|$|(?=[:(!]))|$)/i

/** In the order in which rules have to run: Allow wins over Block, both over a request for 3D Secure, Review is last. */
const runOrder: readonly Action[] = ['allow', 'block', 'challenge', 'review']

/** Removes what a list or a page of documentation puts around a rule. */
const withoutDecoration = (line: string): string =>
  line
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, '')
    .replace(/^`(.*)`$/, '$1')
    .trim()

const continues = /^(?:and\b|or\b|not\b|&&|\|\||[(),])/i
const isContinued = /(?:\b(?:if|and|or|not|in)|&&|\|\||[(,])$/i

/**
 * Reads the rules of a file: one on a line. It goes on over lines that are indented, or that begin or follow in the
 * middle of a condition; `#` and `//` begin a remark.
 */
export function readRadarRules(text: string): RadarRule[] {
  const rules: RadarRule[] = []
  let open = false
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const line = withoutDecoration(raw)
    if (line === '' || line.startsWith('#') || line.startsWith('//')) {
      open = false
      continue
    }
    const found = actionPattern.exec(line)
    const last = rules.at(-1)
    const goesOn = /^\s/.test(raw) || continues.test(line) || isContinued.test(last?.original ?? '')
    if (found === null && open && goesOn && last !== undefined) {
      last.condition = `${last.condition} ${line}`
      last.original = `${last.original} ${line}`
      continue
    }
    const [matched = '', plain, challenge] = found ?? []
    rules.push({
      action: found === null ? null : plain ? (plain.toLowerCase() as Action) : challenge ? 'challenge' : 'other',
      actionText: matched.replace(/\s+if\s*$/i, ''),
      condition: line.slice(matched.length).trim(),
      original: line,
    })
    open = found !== null
  }
  return rules
}

/** Whether a text reads as rules of Radar. */
export const isRadarText = (text: string): boolean =>
  readRadarRules(text.slice(0, 10_000)).some(({ action, condition }) => action !== null && /[:(]/.test(condition))

export function translateRadar(text: string, { check, paths = new Map() }: TranslationOptions): Translation {
  const rules = readRadarRules(text)
  requireRuleCount(rules.length)
  const velocities = new VelocityDrafts('Stripe Radar')
  const lists = new Set<string>()
  const drafts = rules.map(
    (rule, index): RuleDraft => translateRule(rule, index + 1, { notes: [], velocities, lists, paths }),
  )
  const custom = new Map(check.lists?.custom)
  for (const name of lists) custom.set(name.toLowerCase(), { name, columns: ['value'] })
  const translated = buildRules(drafts, {
    ...check,
    lists: { support: new Map(), ...check.lists, custom },
    velocities: new Map([...(check.velocities ?? []), ...velocities.names]),
  })
  const actionOf = (rule: TranslatedRule): number => runOrder.indexOf(rules[rule.number - 1]?.action ?? 'other')
  const order = translated
    .filter(({ clause }) => clause !== null)
    .sort((a, b) => actionOf(a) - actionOf(b) || a.number - b.number)
  return {
    origin: 'stripe-radar',
    rules: translated,
    order,
    ...usedResources(order, velocities, lists),
  }
}

/** Resources that are only read by rules without a translation are not created. */
function usedResources(
  rules: readonly TranslatedRule[],
  velocities: VelocityDrafts,
  lists: ReadonlySet<string>,
): Pick<Translation, 'velocitySets' | 'lists'> {
  const texts = rules.map(({ clause }) => clause?.text ?? '').join('\n')
  return {
    velocitySets: velocities.sets
      .map(({ name, velocities: own }) => ({
        name,
        velocities: own.filter(each => texts.includes(`Velocity.${each.name}(`)),
      }))
      .filter(set => set.velocities.length > 0),
    lists: [...lists].filter(name => texts.includes(`ContainsKey(${textLiteral(name)}, `)),
  }
}

function translateRule(rule: RadarRule, number: number, context: RadarContext): RuleDraft {
  const draft = (notes: readonly TranslationNote[], body: RuleDraft['body'] = null, names = ''): RuleDraft => ({
    number,
    name: `Radar ${number} ${rule.actionText} ${names}`,
    original: rule.original,
    notes,
    body,
  })
  if (rule.action === null) return draft([createNote('noAction')])
  if (rule.action === 'other') return draft([createNote('otherAction', { action: rule.actionText })])
  if (!/[:(@]/.test(rule.condition) && /^\w/.test(rule.condition)) return draft([createNote('builtInRule')])
  if (rule.action === 'challenge') context.notes.push(createNote('challengeEnds'))
  try {
    const { condition, notes } = parseCondition(rule.condition)
    context.notes.push(...notes)
    const names = new Set<string>()
    const translated = translateCondition(context, condition, names)
    const addressChecks = context.notes.filter(({ code }) => code === 'addressCheck')
    if (new Set(addressChecks.map(({ parameters }) => parameters['name'])).size > 1)
      context.notes.push(createNote('bothAddressChecks'))
    const [name = 'condition', ...more] = names
    const reason = textLiteral(`Radar ${number}: ${[name, ...more].join(', ')}`.slice(0, 200))
    return draft(
      context.notes,
      { head: `RETURN ${decisionOf(rule.action, reason)}`, condition: translated },
      [...names].join(' '),
    )
  } catch (error) {
    if (!(error instanceof TranslationStop)) throw error
    const { code, parameters } = error.note
    // Positions are those of the whole rule.
    const { at } = parameters
    const before = rule.original.length - rule.condition.length
    const placed = typeof at === 'number' ? { ...parameters, at: at + before } : parameters
    return draft([...context.notes, createNote(code, placed)])
  }
}

const decisionOf = (action: Exclude<Action, 'other'>, reason: string): string =>
  ({
    allow: `Approve(${reason})`,
    block: `Reject(${reason})`,
    challenge: `Challenge("3DS", ${reason})`,
    review: `Review(${reason})`,
  })[action]

/**
 * Returns when a condition has the value `truth`. In Radar it may have neither: a comparison with a missing value is
 * missing, and so is its negation. AND and OR are then decided by their other operands where those suffice.
 */
function translateCondition(
  context: RadarContext,
  condition: RadarCondition,
  names: Set<string>,
  truth = true,
): Condition {
  switch (condition.kind) {
    case 'not':
      return translateCondition(context, condition.operand, names, !truth)
    case 'test':
      names.add(condition.test.left.name)
      try {
        return truth ? translateTest(context, condition.test) : translateFalse(context, condition.test)
      } catch (error) {
        if (!(error instanceof TranslationStop)) throw error
        // The other conditions are looked at as well, so that all of their notes are found.
        const { code, parameters } = error.note
        context.notes.push(createNote(code, parameters, condition.test.text))
        return always
      }
    default: {
      const parts = condition.parts.map(part => translateCondition(context, part, names, truth))
      return (condition.kind === 'all') === truth ? all(...parts) : any(...parts)
    }
  }
}
