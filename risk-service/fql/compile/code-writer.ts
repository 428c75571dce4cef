import type { FunctionEntry } from '../functions/function-entry.ts'
import type { Effect, Ir, IrPart, IrProperty, IrStatement } from '../lower/ir.ts'

const literal = (value: unknown): string => JSON.stringify(value)

/**
 * Generates straight-line JavaScript: `m` contains every attribute of the event, read once; constants and functions are
 * referred to by name.
 */
export class CodeWriter {
  readonly constants: unknown[] = []
  readonly helpers: string[] = []
  private readonly nameByConstant = new Map<unknown, string>()
  private readonly properties = new Set<number>()
  private readonly atoms = new Set<number>()
  /** Attributes that cross no array at the current place of the code. */
  private from = 'm.'
  private plain: ReadonlySet<number> | null = null

  constant(value: unknown): string {
    const existing = this.nameByConstant.get(value)
    if (existing !== undefined) return existing
    const name = `c${this.constants.length}`
    this.constants.push(value)
    this.nameByConstant.set(value, name)
    return name
  }

  expr(ir: Ir): string {
    const emit = (node: Ir): string => this.expr(node)
    switch (ir.op) {
      case 'const':
        return typeof ir.value === 'number'
          ? ir.value < 0 || Object.is(ir.value, -0)
            ? `(${ir.value})`
            : String(ir.value)
          : literal(ir.value)
      case 'object':
        return this.constant(ir.value)
      case 'slot':
        return `${this.from}a${ir.slot}`
      case 'event':
        return 's.event'
      case 'score':
        return ir.model === 'risk' ? 's.riskScore' : 's.botScore'
      case 'local':
        return ir.sure ? `f[${ir.index}]` : `R.local(f,${ir.index},${ir.at})`
      case 'not':
        return `!${emit(ir.a)}`
      case 'and':
        return `(${ir.items.map(emit).join('&&')})`
      case 'or':
        return `(${ir.items.map(emit).join('||')})`
      case 'cond':
        return `(${emit(ir.test)}?${emit(ir.yes)}:${emit(ir.no)})`
      case 'compare':
        return `(${emit(ir.a)}${ir.cmp === '==' ? '===' : ir.cmp === '!=' ? '!==' : ir.cmp}${emit(ir.b)})`
      case 'sameText':
        return `(${emit(ir.a)}.toLowerCase()${ir.negated ? '!==' : '==='}${emit(ir.b)}.toLowerCase())`
      case 'isNull':
        return `((${emit(ir.a)}??null)${ir.negated ? '!==' : '==='}null)`
      case 'arith':
        return `${ir.int ? 'R.arithInt' : 'R.arithDouble'}[${literal(ir.operator)}](${emit(ir.a)},${emit(ir.b)},${ir.at})`
      case 'neg':
        return `(0-${emit(ir.a)})`
      case 'union':
        return `(${emit(ir.a)}|${emit(ir.b)})`
      case 'concat':
        return `R.concat(${emit(ir.a)},${emit(ir.b)},${ir.at})`
      case 'text':
        return `R.textForm.${ir.from}(${emit(ir.a)})`
      case 'lenient':
        return `R.lenient.${ir.to}(${emit(ir.a)})`
      case 'call':
        return this.call(ir.entry, ir.args, ir.at)
      case 'prop':
        return `R.member(${emit(ir.a)},${literal(ir.name)})`
      case 'item':
        return `R.item(${emit(ir.a)},${emit(ir.index)})`
      case 'key':
        return `R.member(${emit(ir.a)},${emit(ir.name)})`
      case 'array':
        return `[${ir.items.map(each => `${emit(each)}??null`).join(',')}]`
      case 'record':
        return `R.record(${this.constant(ir.keys)},[${ir.items.map(emit).join(',')}])`
      case 'guard':
        return `R.guard(()=>${emit(ir.a)},${this.constant(ir.how)})`
      case 'invoke':
        return this.invoke(ir)
      case 'atom':
        return ir.slots.every(slot => this.plain?.has(slot)) ? this.expr(ir.body) : this.atom(ir)
    }
  }

  private call(entry: FunctionEntry, args: readonly Ir[], at: number): string {
    const head = entry.needs === 'scope' ? ['s', String(at)] : entry.needs === 'at' ? [String(at)] : []
    return `${this.constant(entry.run)}(${[...head, ...args.map(arg => this.expr(arg))].join(',')})`
  }

  /** The common case (no array crossed) runs inline; otherwise the same body runs per row. */
  private atom(ir: Extract<Ir, { op: 'atom' }>): string {
    const body = this.expr(ir.body)
    const name = `t${ir.id}`
    if (!this.atoms.has(ir.id)) {
      this.atoms.add(ir.id)
      this.helpers.push(`function ${name}(s,m,f){return ${body}}`)
    }
    return `(${crossingTest(ir.slots)}?R.any(s,T,${this.constant(ir.slots)},${ir.at},m,f,${name}):${body})`
  }

  /** Returns the code of an expression over attributes in local variables, none of which crosses an array. */
  plainExpr(ir: Ir, slots: ReadonlySet<number>): string {
    this.plain = slots
    this.from = ''
    const code = this.expr(ir)
    this.plain = null
    this.from = 'm.'
    return code
  }

  /**
   * Returns the code of a condition; one test of the event determines whether any of its predicates crosses an array,
   * which is rare.
   */
  condition(ir: Ir): string {
    const slots = new Set<number>()
    if (countAtoms(ir, slots) < 2) return this.expr(ir)
    const full = this.expr(ir)
    this.plain = slots
    const plain = this.expr(ir)
    this.plain = null
    return `(${crossingTest([...slots])}?${full}:${plain})`
  }

  /**
   * Returns the code of a function's property, once per rule; attributes are those of the event, whatever rows the
   * caller iterates over.
   */
  private invoke({ property, args, site }: Extract<Ir, { op: 'invoke' }>): string {
    const name = `p${property.id}`
    if (!this.properties.has(property.id)) {
      this.properties.add(property.id)
      const { plain } = this
      this.plain = null
      const lets = property.lets.map(({ index, value }) => `f[${index}]=${this.expr(value)};`).join('')
      this.helpers.push(
        `function ${name}(s,v){const m=s.memoOwner===T?s.memo:P(s),f=R.argumentFrame(${this.constant(property)},v);${lets}return ${this.expr(property.result)}}`,
      )
      this.plain = plain
    }
    const p = this.constant(property satisfies IrProperty)
    return `R.invoke(s,${site},${p}.name,${p}.how,${p}.cost,[${args.map(arg => this.expr(arg)).join(',')}],${name})`
  }

  statement(statement: IrStatement, waits: boolean): string {
    if (statement.kind === 'let') return `f[${statement.index}]=${this.expr(statement.value)};`
    if (statement.kind === 'when') return `w=${this.condition(statement.when.ir)};`
    const { decision, queue, effects } = statement
    const value = (ir: Ir | null): string => (ir === null ? 'null' : this.expr(ir))
    const done = (outcome: string): string => (waits ? `return R.drained(${outcome},s,part);` : `return ${outcome};`)
    const decided =
      decision === null
        ? ''
        : `const x=${value(decision.reason)},y=${value(decision.supportMessage)},z=${value(decision.challengeType)};`
    const commit =
      effects.length > 0
        ? `o=R.commit(o,s,${this.constant(effects)},${this.pairs(effects)},${String(decision === null)});`
        : ''
    const end =
      queue !== null
        ? done(`R.route(o,${value(queue)})`)
        : decision === null
          ? ''
          : done(`R.decide(o,${literal(decision.kind)},x,y,z)`)
    return `${statement.when === null ? '' : `if(${this.condition(statement.when.ir)})`}{${decided}${commit}${end}}`
  }

  /** Returns the code of statements; a part that waits continues at the statement where it stopped. */
  statements(part: IrPart): string {
    return part.statements
      .map((statement, index) =>
        part.waits
          ? `if(q<=${index}){q=${index};${this.statement(statement, true)}}`
          : this.statement(statement, false),
      )
      .join('\n')
  }

  private pairs(effects: readonly Effect[]): string {
    return `[${effects.map(effect => `[${effect.values.map(value => this.expr(value)).join(',')}]`).join(',')}],[${effects.map(effect => (effect.section === null ? 'null' : this.expr(effect.section))).join(',')}]`
  }
}

/** Returns code that tests whether one of the slots crosses an array of the event. */
export function crossingTest(slots: readonly number[], from = 'm.'): string {
  const words = new Map<number, number>()
  for (const slot of slots) words.set(slot >> 5, (words.get(slot >> 5) ?? 0) | (1 << (slot & 31)))
  return `(${[...words].map(([word, mask]) => `${from}k${word}&${mask}`).join('|')})!==0`
}

/**
 * Counts the atomic predicates of a condition (those of the logical operators, not those inside values) and collects
 * their slots.
 */
function countAtoms(ir: Ir, slots: Set<number>): number {
  switch (ir.op) {
    case 'atom':
      for (const slot of ir.slots) slots.add(slot)
      return 1
    case 'and':
    case 'or':
      return ir.items.reduce((sum, item) => sum + countAtoms(item, slots), 0)
    case 'not':
      return countAtoms(ir.a, slots)
    default:
      return 0
  }
}
