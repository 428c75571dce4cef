import type { FunctionEntry, ValueType } from '../functions/function-entry.ts'
import type { ArithmeticOp, ComparisonOp } from '../parse/syntax-tree.ts'
import type { ReadType } from '../runtime/convert.ts'
import type { Slot } from '../runtime/read-attribute.ts'
import type { Guard } from '../runtime/read-resource.ts'
import type { ReadKind } from '../types/outcome-types.ts'
import type { FunctionDefinition, FunctionProperty, VelocityInfo, VelocityWindow } from '../types/resource-readers.ts'
import type { DecisionKind, Section } from '../types/rule-source.ts'

/**
 * The typed intermediate form: every conversion is explicit, every error has a position. Both back ends read only this.
 */
export type Ir =
  /** `written`: the text as the rule contains it, where the value is its lower case. */
  | { op: 'const'; value: string | number | boolean | null; written?: string }
  /** A value prepared at compile time (pattern, set). */
  | { op: 'object'; value: object }
  | { op: 'slot'; slot: number }
  | { op: 'event' }
  | { op: 'score'; model: 'risk' | 'bot' }
  /** `sure`: set earlier in the same part, so that no check is needed. */
  | { op: 'local'; index: number; at: number; sure: boolean }
  | { op: 'not'; a: Ir }
  | { op: 'and' | 'or'; items: readonly Ir[] }
  | { op: 'cond'; test: Ir; yes: Ir; no: Ir }
  | { op: 'compare'; cmp: ComparisonOp; a: Ir; b: Ir }
  | { op: 'sameText'; a: Ir; b: Ir; negated: boolean }
  | { op: 'isNull'; a: Ir; negated: boolean }
  | { op: 'arith'; operator: ArithmeticOp; int: boolean; a: Ir; b: Ir; at: number }
  | { op: 'neg'; a: Ir }
  | { op: 'union'; a: Ir; b: Ir }
  | { op: 'concat'; a: Ir; b: Ir; at: number }
  /** Text form of a typed value. */
  | { op: 'text'; from: 'scalar' | 'DateTime' | 'TimeSpan'; a: Ir }
  | { op: 'lenient'; to: ReadType; a: Ir }
  | { op: 'call'; entry: FunctionEntry; args: readonly Ir[]; at: number }
  | { op: 'prop'; a: Ir; name: string }
  | { op: 'item'; a: Ir; index: Ir }
  | { op: 'key'; a: Ir; name: Ir }
  | { op: 'array'; items: readonly Ir[] }
  | { op: 'record'; keys: readonly string[]; items: readonly Ir[] }
  /** An argument of a function: its default when evaluation or conversion fails. */
  | { op: 'guard'; a: Ir; how: Guard }
  /** A property of a function. */
  | { op: 'invoke'; property: IrProperty; args: readonly Ir[]; site: number }
  /** Any-element rule over the given slots. */
  | { op: 'atom'; id: number; slots: readonly number[]; body: Ir; at: number }

type IrType = ValueType

/** One operand of a WHEN's top-level AND, with the values that it reads. */
export interface Conjunct {
  ir: Ir
  from: number
  to: number
  reads: readonly { text: string; ir: Ir | null; slot: Slot | null; type: IrType; kind?: ReadKind }[]
}
export interface When {
  ir: Ir
  conjuncts: readonly Conjunct[]
}

/** `call`: its value is discarded; `label`: event id, label, reason; `velocity`: group and value of a SELECT. */
export interface Effect {
  kind: 'output' | 'trace' | 'variables' | 'response' | 'call' | 'label' | 'velocity'
  section: Ir | null
  keys: readonly string[]
  values: readonly Ir[]
}
export type IrStatement =
  | { kind: 'let'; index: number; value: Ir }
  | { kind: 'when'; when: When }
  | {
      kind: 'act'
      when: When | null
      decision: { kind: DecisionKind; reason: Ir; supportMessage: Ir | null; challengeType: Ir | null } | null
      queue: Ir | null
      effects: readonly Effect[]
    }

export interface IrPart {
  text: string
  statements: readonly IrStatement[]
  /** Static step cost. */
  cost: number
  /** Uses a value that may require waiting. */
  waits: boolean
}
/** The code of a function's property. Its frame begins with the arguments. */
export interface IrProperty {
  id: number
  name: string
  lets: readonly Extract<IrStatement, { kind: 'let' }>[]
  result: Ir
  locals: number
  how: Guard
  cost: number
  waits: boolean
  recursive: boolean
}
export interface IrRule {
  condition: IrPart
  clauses: readonly { name: string; section: Section; part: IrPart }[]
  locals: number
}

/** Attribute values of one event by slot, and which of them cross an un-indexed array. */
export interface Memo {
  values: readonly unknown[]
  crossed: readonly boolean[]
}

/** Attribute reads shared by the rules that are compiled together. */
export class SlotTable {
  /**
   * Converts the values that the rules of this table have read of an event to a memo of lists. Generated code stores
   * its own in another form.
   */
  memoToLists: (memo: unknown) => Memo = memo => memo as Memo
  readonly slots: Slot[] = []
  private readonly ids = new Map<string, number>()
  atomCount = 0
  /** Number of places where functions are called. */
  callSiteCount = 0
  /** Velocities that are read over seconds or minutes. */
  readonly fineVelocities = new Set<VelocityInfo>()
  /** Velocities that are read, each with its longest window in milliseconds. */
  readonly longestWindows = new Map<VelocityInfo, number>()
  /** True when the event is read as a whole. */
  wholeEvent = false
  /** Velocity reads whose key is an attribute. */
  readonly prefetchableReads: { velocity: VelocityInfo; window: VelocityWindow; slot: number }[] = []
  /** Functions whose code is being lowered, and lowered properties. */
  readonly functionsInProgress = new Set<FunctionDefinition>()
  readonly properties = new Map<FunctionProperty, IrProperty>()
  propertyCount = 0

  /** Returns the slot's number; the same path and type share one. */
  add(slot: Slot): number {
    const key = `${slot.as}|${slot.quoted ? 'q' : 'n'}|${slot.path}`
    const existing = this.ids.get(key)
    if (existing !== undefined) return existing
    this.slots.push(slot)
    this.ids.set(key, this.slots.length - 1)
    return this.slots.length - 1
  }
}
